import createClient from 'openapi-fetch';
import { fileNameOf } from '../lib/files.ts';
import { actingHeader, isOfBackOffice, isPersonal } from './acting-account.ts';
import { ApiError, InvalidResponseError } from './api-error.ts';
import { backgroundMark } from './background-requests.ts';
import type { paths } from './generated/schema.d.ts';
import { reauthFetch } from './reauth-fetch.ts';
import { repeatingFetch } from './repeating-fetch.ts';
import { ssrFetch } from './ssr-state.ts';
import { noteClock } from './server-clock.ts';
import { ownOrigin } from '../lib/addresses.ts';

/**
 * The typed client of the contract. It throws every response that is not OK as an `ApiError`. Writes that got no answer are
 * repeated, and done once. So are those that need a fresh sign-in, after a dialog has asked for it.
 */
export const api = createClient<paths>({
  baseUrl: ownOrigin,
  credentials: 'include',
  fetch: ssrFetch(reauthFetch(repeatingFetch())),
});

api.use({
  onRequest({ request, schemaPath }) {
    const acting = isPersonal(request.method, schemaPath) ? actingHeader() : {};
    for (const [name, value] of Object.entries({ ...backgroundMark(), ...acting })) {
      request.headers.set(name, value);
    }
  },
  async onResponse({ response, schemaPath }) {
    noteClock(response);
    if (response.ok) return;
    const { status, statusText } = response;
    const error = new ApiError(status, statusText, await response.text(), isOfBackOffice(schemaPath));
    error.retryAfter = Number(response.headers.get('retry-after')) || undefined;
    throw error;
  },
});

/** The body of a call that promises one; throws an `InvalidResponseError` if it is missing. */
export async function bodyOf<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data === undefined || data === null) throw new InvalidResponseError();
  return data;
}

/** How long the browser has to start the download, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Fetches a file as the signed-in person and starts a download under the name that the server gives it. A plain link
 * would show a refusal as a page.
 * @throws ApiError when the server refuses
 */
export async function download(path: string, nameOtherwise: string): Promise<void> {
  const address = new URL(path, window.location.origin);
  const request = new Request(address, { credentials: 'include', headers: actingHeader() });
  const response = await reauthFetch((each) => fetch(each))(request);
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response.headers.get('content-disposition')) ?? nameOtherwise;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), PATIENCE);
}
