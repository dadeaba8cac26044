import { expect, type Page } from '@playwright/test';
import { comment } from './support/community.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { editProfile, newName, rateOnScreen } from './support/visitor.ts';

test.describe('at 360 pixels', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  const widths = (page: Page) =>
    page.evaluate(() => ({ content: document.documentElement.scrollWidth, window: window.innerWidth }));

  const pages = [
    '/',
    '/leaderboard',
    '/leaderboard?tab=week',
    '/login',
    '/register',
    '/verify-email',
    '/nowhere',
    '/termsofservice',
    '/privacypolicy',
  ];
  for (const path of sweep(pages, (page) => page, ['/', '/leaderboard?tab=week', '/register'])) {
    test(`${path} does not scroll sideways`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { content, window: width } = await widths(page);
      expect(content).toBeLessThanOrEqual(width);
    });
  }

  test('the results and a post do not scroll sideways', async ({ user: page, ownPost: id }) => {
    await rateOnScreen(page);
    const results = await widths(page);
    expect(results.content).toBeLessThanOrEqual(results.window);
    await page.goto(`/post/${id}`);
    await expect(page.getByText('Current Rating')).toBeVisible();
    const post = await widths(page);
    expect(post.content).toBeLessThanOrEqual(post.window);
  });

  /** The texts that are not in the window as a whole, nor in a box that scrolls. */
  const cutOff = (page: Page) =>
    page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const cut: string[] = [];
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const parent = text.parentElement!;
        if (!text.textContent!.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right } = range.getBoundingClientRect();
        let [from, to] = [0, width];
        for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
          const { overflowX, clipPath } = getComputedStyle(box);
          const edges = box.getBoundingClientRect();
          // For screen readers only, or to be scrolled.
          if (clipPath === 'inset(50%)' || /auto|scroll/.test(overflowX)) {
            [from, to] = [-Infinity, Infinity];
            break;
          }
          if (overflowX !== 'visible') [from, to] = [Math.max(from, edges.left), Math.min(to, edges.right)];
        }
        if (left < from - 1 || right > to + 1) cut.push(`${parent.tagName} ${text.textContent}`);
      }
      const { scrollWidth } = document.documentElement;
      return { width: scrollWidth > width ? scrollWidth : 'fits', cut };
    });

  const expectToFit = async (page: Page, address: string): Promise<void> => {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const root = page.locator('html');
    await root.evaluate((html) => (html.style.fontSize = '200%'));
    await expect(root).toHaveCSS('font-size', '32px');
    expect({ address, ...(await cutOff(page)) }).toEqual({ address, width: 'fits', cut: [] });
  };
  const longName = () => newName('Bartholomew Featherstone').slice(0, 30);

  test('what visitors see fits with text of 200 %', async ({ page, other, post }) => {
    await editProfile(other, { displayUsername: longName() });
    await comment(other, post, 'A comment of several words');
    const { userId } = await (await other.request.get(`/api/posts/${post}`)).json();
    const more = [`/post/${post}`, `/user/${userId}`, '/boost', '/forgot-password'];
    for (const address of [...pages, ...more]) await expectToFit(page, address);
  });

  test('what users see fits with text of 200 %', async ({ user: page, ownPost }) => {
    await editProfile(page, { displayUsername: longName() });
    const addresses = ['/my-posts', `/post/${ownPost}`, '/profile/settings', '/account/settings'];
    for (const address of addresses) await expectToFit(page, address);
  });

  test('the menu contains the links that do not fit in the header', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Leaderboard' }).click();
    await expect(page).toHaveURL('/leaderboard');
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  });
});
