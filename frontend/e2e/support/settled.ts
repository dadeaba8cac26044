import { expect, type Page, type Request } from '@playwright/test';

/**
 * Watches what a page asks for from now on, live news aside, which never end. Returns a function that waits until the page
 * has all of it, and asks for nothing more when it has nothing else to do.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  const end = (request: Request) => void open.delete(request);
  page.on('request', (request) => void (request.url().includes('/api/live') || open.add(request)));
  page.on('requestfinished', end).on('requestfailed', end);
  const rest = () =>
    new Promise<unknown>((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)));
  return async () => {
    let rests = 0;
    await expect(async () => {
      await page.evaluate(rest);
      rests = open.size === 0 ? rests + 1 : 0;
      expect(rests).toBe(2);
    }).toPass({ intervals: [0] });
  };
}
