import { expect, type Locator } from '@playwright/test';
import { sweep } from '../support/scope.ts';
import { answerUploads } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';
import { profileMenu, rateOnScreen } from '../support/visitor.ts';

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' }, viewer: 'member' });

/** The background colour of an element. */
const ground = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);

/** The text colour and the visible background of an element. A transparent element shows the background of the page. */
const look = (element: Locator) =>
  element.evaluate((node) => {
    const { color, backgroundColor } = getComputedStyle(node);
    const isClear = backgroundColor.endsWith(', 0)');
    return `${color} on ${isClear ? getComputedStyle(document.body).backgroundColor : backgroundColor}`;
  });

for (const colorScheme of sweep(['light', 'dark'] as const, (scheme) => scheme, ['dark'])) {
  test.describe(`with ${colorScheme} forced colours`, () => {
    test.use({ colorScheme });

    test('switches, numbers, tabs and menu items show which one is chosen @verify', async ({ page, api }) => {
      const paper = page.locator('body');
      const on = page.getByRole('switch', { name: 'Ratings' });
      const off = page.getByRole('switch', { name: 'Comments' });
      api.answer('GET /api/auth/me', (me) => ({ ...me, emailNotificationsComment: false }));
      await page.goto('/account/settings');
      await expect(off).not.toBeChecked();
      await expect(on).toBeChecked();
      expect(await ground(off)).toBe(await ground(paper));
      for (const one of [on, off]) expect(await ground(one.locator('span'))).not.toBe(await ground(one));
      expect(await ground(on)).not.toBe(await ground(off));

      await page.goto(`/post/${known['reported']}`);
      await page.getByRole('radio', { name: '7' }).check();
      const number = (score: string) => page.locator('label', { hasText: new RegExp(`^${score}$`) });
      expect(await look(number('7'))).not.toBe(await look(number('6')));

      await page.goto('/leaderboard');
      const tab = (name: string) => page.getByRole('link', { name });
      for (const [chosen, other] of [
        ['All Posts', 'This Week'],
        ['Recent', 'Top Rated'],
      ] as const) {
        await expect(tab(chosen)).toHaveAttribute('aria-current', 'page');
        expect(await look(tab(chosen))).not.toBe(await look(tab(other)));
      }

      await profileMenu(page).press('Enter');
      const entry = (name: string) => page.getByRole('menuitem', { name });
      await expect(entry('Profile')).toBeFocused();
      expect(await look(entry('Profile'))).not.toBe(await look(entry('Settings')));
    });

    test('the results show their bars and the border of the primary button @verify', async ({
      page,
      api,
    }) => {
      answerUploads(api);
      await rateOnScreen(page);
      const paper = await ground(page.locator('body'));
      // The backplate behind large digits would hide the words above them.
      const digits = page.locator('p > span > [aria-hidden]').first();
      await expect(digits).toHaveText(/^\d+\.\d$/);
      expect(await digits.evaluate((node) => getComputedStyle(node).forcedColorAdjust)).toBe('none');
      const bars = page.locator('li > [aria-hidden] > div');
      await expect(bars).toHaveCount(4);
      for (const bar of await bars.all()) expect(await ground(bar)).not.toBe(paper);
      const primary = page.getByRole('button', { name: 'Post to Leaderboard' });
      const [width, color] = await primary.evaluate((node) => {
        const { borderTopWidth, borderTopColor } = getComputedStyle(node);
        return [Number.parseFloat(borderTopWidth), borderTopColor] as const;
      });
      expect(width).toBeGreaterThanOrEqual(1);
      expect(color).not.toBe(paper);
    });
  });
}
