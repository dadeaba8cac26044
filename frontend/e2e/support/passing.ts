import { expect, type Page } from '@playwright/test';

/**
 * Records the focused elements of a page, starting with the next navigation. Some headings are visible for only a second,
 * too short for polling. Returns a function that waits until an element with a given text has had the focus.
 */
export async function noteFocus(page: Page): Promise<(text: string) => Promise<void>> {
  await page.addInitScript(() => {
    const focused: string[] = [];
    Object.assign(window, { focused });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) focused.push(target.innerText);
    });
  });
  return (text) => expect.poll(() => page.evaluate(() => Object(window).focused as string[])).toContain(text);
}
