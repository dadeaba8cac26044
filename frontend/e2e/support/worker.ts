import { expect, type Page } from '@playwright/test';

/** What the worker keeps: the texts by address, beside the static files of the offline page. */
export const keptTexts = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const texts: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url);
        if (name.startsWith('static-')) continue;
        // It may have gone meanwhile.
        const kept = await cache.match(request);
        if (kept) texts[pathname + search] = await kept.text();
      }
    }
    return texts;
  });

/** Waits until the worker keeps the board at this address, and runs the page. */
export async function expectKept(page: Page, address: string): Promise<void> {
  await expect.poll(async () => Object.keys(await keptTexts(page))).toContain(address);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** The bar over a board that the worker kept. */
export const offlineNote = (page: Page) => page.locator('.offline-copy');
