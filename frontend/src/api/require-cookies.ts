import { ApiError, InvalidResponseError } from './api-error.ts';

/**
 * Makes sure that the browser has kept the cookie of a session that has just begun, by a call that needs it.
 * @param done what has happened nevertheless
 * @throws InvalidResponseError that says what to do
 */
export async function requireCookies(call: Promise<unknown>, done = ''): Promise<void> {
  try {
    await call;
  } catch (error) {
    // Without a network, nobody knows.
    if (!(error instanceof ApiError) || error.status !== 401) return;
    throw new InvalidResponseError(
      `${done}Your browser blocks cookies, and needs them to keep you logged in. Please allow cookies for this site in its settings, and log in again.`,
    );
  }
}
