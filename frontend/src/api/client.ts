import createClient from 'openapi-fetch';
import { actingHeader, isPersonal } from './acting-account.ts';
import { ApiError, InvalidResponseError } from './api-error.ts';
import type { paths } from './schema.d.ts';

/** The typed client of the contract. Every response that is not OK is thrown as an `ApiError`. */
export const api = createClient<paths>({ baseUrl: window.location.origin, credentials: 'include' });

api.use({
  onRequest({ request, schemaPath }) {
    if (!isPersonal(request.method, schemaPath)) return;
    for (const [name, value] of Object.entries(actingHeader())) request.headers.set(name, value);
  },
  async onResponse({ response }) {
    if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  },
});

/** The body of a call that promises one; throws an `InvalidResponseError` when it is missing. */
export async function bodyOf<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data === undefined || data === null) throw new InvalidResponseError();
  return data;
}
