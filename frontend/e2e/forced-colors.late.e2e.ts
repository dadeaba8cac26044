import { expect, type Locator, type Page } from '@playwright/test';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { profileMenu, rateOnScreen } from './support/visitor.ts';

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

/** The background colour of an element. */
const ground = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);

/** The text colour and the visible background of an element. A transparent element shows the background of the page. */
const look = (element: Locator) =>
  element.evaluate((node) => {
    const { color, backgroundColor } = getComputedStyle(node);
    const isClear = backgroundColor.endsWith(', 0)');
    return `${color} on ${isClear ? getComputedStyle(document.body).backgroundColor : backgroundColor}`;
  });

const paper = (page: Page) => ground(page.locator('body'));

for (const colorScheme of sweep(['light', 'dark'] as const, (scheme) => scheme, ['dark'])) {
  test.describe(`with ${colorScheme} forced colours`, () => {
    test.use({ colorScheme });

    test('a switch shows whether it is on', async ({ user: page }) => {
      await page.goto('/account/settings');
      const [on, off] = [
        page.getByRole('switch', { name: 'Ratings' }),
        page.getByRole('switch', { name: 'Comments' }),
      ];
      await off.click();
      await expect(off).not.toBeChecked();
      await expect(on).toBeChecked();
      await expect.poll(() => ground(off)).toBe(await paper(page));
      for (const one of [on, off]) {
        await expect.poll(() => ground(one.locator('span'))).not.toBe(await ground(one));
      }
      expect(await ground(on)).not.toBe(await ground(off));
    });

    test('the selected number differs from the others', async ({ page, post: id }) => {
      await page.goto(`/post/${id}`);
      await page.getByRole('radio', { name: '7' }).check();
      const number = (score: string) => page.locator('label', { hasText: new RegExp(`^${score}$`) });
      expect(await look(number('7'))).not.toBe(await look(number('6')));
    });

    test('the selected tab and sort order differ from the others', async ({ page }) => {
      await page.goto('/leaderboard');
      for (const [chosen, other] of [
        ['All Posts', 'This Week'],
        ['Recent', 'Top Rated'],
      ] as const) {
        const tab = (name: string) => page.getByRole('link', { name });
        await expect(tab(chosen)).toHaveAttribute('aria-current', 'page');
        expect(await look(tab(chosen))).not.toBe(await look(tab(other)));
      }
    });

    test('the results show their bars and the border of the primary button', async ({ page }) => {
      await rateOnScreen(page);
      // The backplate behind large digits would hide the words above them.
      const digits = page.locator('p > span > [aria-hidden]').first();
      await expect(digits).toHaveText(/^\d+\.\d$/);
      expect(await digits.evaluate((node) => getComputedStyle(node).forcedColorAdjust)).toBe('none');
      const bars = page.locator('li > [aria-hidden] > div');
      await expect(bars).toHaveCount(4);
      for (const bar of await bars.all()) expect(await ground(bar)).not.toBe(await paper(page));
      const { width, color } = await page
        .getByRole('button', { name: 'Post to Leaderboard' })
        .evaluate((node) => {
          const { borderTopWidth, borderTopColor } = getComputedStyle(node);
          return { width: Number.parseFloat(borderTopWidth), color: borderTopColor };
        });
      expect(width).toBeGreaterThanOrEqual(1);
      expect(color).not.toBe(await paper(page));
    });

    test('the focused menu item differs from the others', async ({ user: page }) => {
      await page.goto('/');
      await profileMenu(page).press('Enter');
      const entry = (name: string) => page.getByRole('menuitem', { name });
      await expect(entry('Profile')).toBeFocused();
      expect(await look(entry('Profile'))).not.toBe(await look(entry('Settings')));
    });
  });
}
