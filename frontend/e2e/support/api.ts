import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { User } from '../../src/api/generated/schema.d.ts';

/** Whose session a call to the API has: that of a page or of a person without a browser. */
export interface Person {
  readonly request: APIRequestContext;
}

/** Calls the API as a page of the site does. */
export const call = (
  { request }: Person,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<APIResponse> =>
  request.fetch(path, { method, headers: { 'sec-fetch-site': 'same-origin' }, data });

/** The account of the person, as the site sees it. */
export const me = async ({ request }: Person): Promise<User> => (await request.get('/api/auth/me')).json();
