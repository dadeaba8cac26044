import type { Page } from '@playwright/test';

/** A page whose script runs: without anything from the server, or after it has taken that over. */
const TAKEN_OVER = 'html:not(:has(#state)), html:has(link[rel=canonical]:not([data-served]))';

/** Waits until the script has taken over the page of the server. By then the router has scrolled if it wanted to. */
export const takenOver = (page: Page): Promise<void> =>
  page.locator(TAKEN_OVER).waitFor({ state: 'attached' });

/**
 * Lets `goto` and `reload` wait until the script has taken the page of the server over, because before that nothing answers
 * a test that is faster than people. Not with `waitUntil: 'commit'`.
 */
export function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    if (options?.waitUntil !== 'commit') await takenOver(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await takenOver(page);
    return response;
  };
}

/** Sends pages without what the server has rendered, to a test that itself answers what they ask. */
export async function emptyPages(page: Page): Promise<void> {
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = (await response.text()).replace(
        /(<div id="root">).*(<\/div>)<script type="application\/json" id="state">.*?<\/script>/s,
        '$1$2',
      );
      return route.fulfill({ response, body: html });
    },
  );
}
