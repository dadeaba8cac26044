import { expect, type Page } from '@playwright/test';

/** Waits until the page has painted what it has. */
const painted = (page: Page) =>
  page
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    // The page was left.
    .catch(() => undefined);

/** Loads the parts of a page one after the other, so that each has been painted before the next comes. */
export const slowly = (page: Page) =>
  page.route(/\/assets\/.*\.(js|woff2)$|\/api\/(?!live)/, async (route) => {
    const response = await route.fetch().catch(() => null);
    if (!response) return;
    await painted(page);
    await route.fulfill({ response }).catch(() => undefined);
  });

/** Expects that nothing of the page has moved so far. */
export async function expectNoShifts(page: Page, address: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  const moved = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        interface Shift extends PerformanceEntry {
          readonly sources: readonly { node?: Element }[];
        }
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as Shift[]).flatMap(({ sources }) =>
              // None are left of what has gone.
              [...sources, ...(sources.length === 0 ? [{ node: undefined }] : [])].map(
                ({ node }) => node?.outerHTML?.slice(0, 80) ?? '?',
              ),
            ),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        // Without shifts the observer reports nothing.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
  expect.soft({ address, moved }).toEqual({ address, moved: [] });
}
