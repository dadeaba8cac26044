import { expect, type Page } from '@playwright/test';

/**
 * Notes what takes the focus in a page, from the next address on that is opened in it: some headings stand there for a second
 * only, too short for a look now and then. Answers how to wait until something with this text has had the focus.
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
