import type { Answer, Browser } from './browser.js';

/** The headers of a request from another client address. */
export function from(forwardedFor: string | undefined): { headers: Record<string, string> } {
  return { headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor } };
}

/** The cheapest call that may change something. */
export const write = (browser: Browser, forwardedFor?: string) =>
  browser.request('DELETE', '/api/ratings/pending', from(forwardedFor));

/** Calls until the limit is used up, each time with the same status. */
export async function useUp(
  times: number,
  call: (time: number) => Promise<Answer>,
  status: number,
): Promise<void> {
  const statuses = [];
  for (let time = 0; time < times; time += 1) statuses.push((await call(time)).status);
  expect(statuses).toEqual(Array.from({ length: times }, () => status));
}

/** Expects that a limit rejected the call, and says when to come back. */
export function expectRefusal({ status, headers, body }: Answer, seconds: number, words: string): void {
  expect({ status, body }).toEqual({
    status: 429,
    body: {
      message: `Too many tries. Please come back in ${words}.`,
      code: 'too_many_requests',
      requestId: headers.get('x-request-id'),
    },
  });
  expect(headers.get('retry-after')).toBe(String(seconds));
}
