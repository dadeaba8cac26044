import { expect, type Page } from '@playwright/test';
import { type Known, pagesOf } from '../../screenshots/pages.ts';
import { expectWellAtWidths } from '../support/axe.ts';
import { badge } from '../support/checkout.ts';
import { sweep } from '../support/scope.ts';
import type { Viewer } from '../support/screen-server.ts';
import { unusedBoosts } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';
import { watchRequests } from '../support/settled.ts';
import { profileMenu } from '../support/visitor.ts';

const WIDTHS = sweep([320, 360, 480, 600, 768, 1024, 1440], String, ['320', '600', '1024']);
const PHONE = 640;
/** The smallest size of what thumbs press, in pixels. */
const THUMB = 44;
const LONG = 'Bartholomew Featherstonehaughs';
const named = <T extends object>(of: T) => ({ ...of, displayUsername: LONG });

/** The controls of the header or of the bar that are cut, wrapped, too small or on another. */
const wrongIn = (page: Page, part: string) =>
  page
    .locator(part)
    .first()
    .evaluate(
      (row, [phone, thumb]) => {
        const box = row.getBoundingClientRect();
        const controls = [...row.querySelectorAll<HTMLElement>('a, button')].filter((control) =>
          control.checkVisibility({ visibilityProperty: true }),
        );
        if (controls.length < 2) return ['hardly any control'];
        return controls
          .map((control) => ({ control, at: control.getBoundingClientRect() }))
          .sort((one, other) => one.at.left - other.at.left)
          .filter(
            ({ at }, index, all) =>
              at.left < (all[index - 1]?.at.right ?? 0) ||
              at.right > box.right ||
              at.top < box.top ||
              at.bottom > box.bottom ||
              at.height > 60 ||
              (innerWidth < phone && Math.min(at.height, at.width) < thumb) ||
              at.width < 24,
          )
          .map(({ control }) => control.ariaLabel ?? control.innerText);
      },
      [PHONE, THUMB] as const,
    );

/** Expects that header and bar fit at every width. */
async function expectFits(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    // The new size arrives a moment later.
    await expect.poll(() => wrongIn(page, 'header > div')).toEqual([]);
    if (width < PHONE) await expect.poll(() => wrongIn(page, '.bottom-bar')).toEqual([]);
    else await expect(page.locator('.bottom-bar')).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

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
    return cut;
  });

const shown = (['visitor', 'member'] as const).flatMap((viewer) =>
  pagesOf(viewer)
    .filter(({ at }) => at(known as unknown as Known) !== known['login'])
    .map(({ name, at }) => ({ name, viewer: viewer as Viewer, address: at(known as unknown as Known)! })),
);
const more: typeof shown = [
  { name: 'a missing post', viewer: 'visitor', address: '/post/00000000-0000-4000-8000-000000000000' },
  { name: 'a missing person', viewer: 'visitor', address: '/user/00000000-0000-4000-8000-000000000000' },
  { name: 'an empty search', viewer: 'visitor', address: '/leaderboard?search=nobody' },
  { name: 'an invalid reset', viewer: 'visitor', address: '/reset-password' },
  { name: 'an own post', viewer: 'member', address: `/post/${known['ownPost']}` },
];
const sampled = ['home', 'post-signed-in'];

for (const { name, viewer, address } of sweep([...shown, ...more], (page) => page.name, sampled)) {
  test(`${name}: accessible, and fits at every width, with the longest names and text of 200 %`, async ({
    page,
    api,
  }) => {
    await api.become(viewer);
    api.answer('GET /api/auth/me', (me) => ({ ...me, displayUsername: LONG, isAdmin: true }));
    api.answer('GET /api/posts/{id}', (post) => post && named(post));
    api.answer('GET /api/posts/{id}/comments', (comments) => comments.map(named));
    api.answer('GET /api/users/{id}', (profile) => ({ ...profile, user: named(profile.user) }));
    api.answer('GET /api/leaderboard/weekly', (board) => ({ ...board, posts: board.posts.map(named) }));
    if (viewer === 'member') unusedBoosts(api, []);
    api.answer('GET /api/posts', (posts, { query }) => (query['search'] ? [] : posts.map(named)));
    if (/0000-/.test(address))
      for (const read of [
        'GET /api/posts/{id}',
        'GET /api/users/{id}',
        'GET /api/posts/{id}/comments',
      ] as const)
        api.refuse(read, 404);
    const settled = watchRequests(page);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await settled();
    await expectFits(page);
    await expectWellAtWidths(page, [1280, 360]);
    const root = page.locator('html');
    await root.evaluate((html) => (html.style.fontSize = '200%'));
    await expect(root).toHaveCSS('font-size', '32px');
    expect(await cutOff(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}

test('the header fits with many boosts, whose badge leaves the back office to the menu', async ({
  page,
  api,
}) => {
  await api.become('member');
  api.answer('GET /api/auth/me', (me) => ({ ...me, displayUsername: LONG, isAdmin: true }));
  unusedBoosts(
    api,
    Array.from({ length: 128 }, () => 'mega'),
  );
  await page.goto('/leaderboard');
  await expect(badge(page, '128 Unused Boosts')).toBeVisible();
  await expectFits(page);
  await page.setViewportSize({ width: 768, height: 740 });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeHidden();
  await profileMenu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeVisible();
});

test('every page has a title and a description of its own', async ({ page }) => {
  const titles = {
    '/': 'Footnote',
    '/leaderboard': 'Leaderboard · Footnote',
    '/login': 'Login · Footnote',
    '/register': 'Register · Footnote',
    '/forgot-password': 'Forgot Password · Footnote',
    '/verify-email': 'Verify Email · Footnote',
    '/termsofservice': 'Terms of Service · Footnote',
    '/privacypolicy': 'Privacy Policy · Footnote',
    '/no/such/page': 'Page not found · Footnote',
  };
  const descriptions = new Set<string | null>();
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    // Throws if there is more than one.
    descriptions.add(await page.locator('meta[name=description]').getAttribute('content'));
  }
  expect(descriptions.size).toBe(Object.keys(titles).length);
});
