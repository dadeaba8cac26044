import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { copies, posts, serveBoard } from '../support/board.ts';
import { openLive } from '../support/live.ts';
import { known, test } from '../support/screen.ts';

const pill = (page: Page) => page.getByRole('button', { name: /^\d+ new posts? – show$/ });
const cards = (page: Page) => page.getByRole('region', { name: 'Posts' }).getByRole('article');

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('new posts appear on request, even after scrolling far down', async ({ page, api }) => {
    const [latest, ...before] = copies(7);
    let all = before;
    serveBoard(api, () => all, 2);
    await openLive(page, '/leaderboard');
    await expect(async () => {
      await page.mouse.wheel(0, 2000);
      await expect(cards(page)).toHaveCount(6, { timeout: 500 });
    }).toPass();
    all = [latest!, ...before];
    api.tell({ published: [latest!.id] });
    await expect(pill(page)).toBeVisible();
    await expect(cards(page)).toHaveCount(6);
    const release = api.hold('GET /api/posts');
    const first = api.calls('GET /api/posts').length;
    const reads = () =>
      api
        .calls('GET /api/posts')
        .slice(first)
        .map(({ query }) => query.cursor);
    await pill(page).click();
    await expect(cards(page)).toHaveCount(2);
    await expect.poll(reads).toEqual([undefined]);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    // The end of the old list is in view all the time, and its button is pressed, too. Neither may load a page.
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(reads()).toEqual([undefined]);
    release();
    await expect(page.locator(`a[href="/post/${latest!.id}"]`)).toBeVisible();
    await expect(pill(page)).toBeHidden();
  });
});

test('new posts are announced until the list is read again, or they are removed', async ({ page, api }) => {
  api.answer('GET /api/posts', posts);
  for (const address of ['/leaderboard?sort=top', '/leaderboard?tab=week']) {
    await openLive(page, address);
    await expect(cards(page).first()).toBeVisible();
    const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
    api.tell({ published: [one, other] });
    await expect(pill(page)).toHaveText('2 new posts – show');
    api.tell({ removed: [one] });
    await expect(pill(page)).toHaveText('1 new post – show');
    api.tell({ removed: [other] });
    await expect(pill(page)).toBeHidden();
    // A post on no page at all is the extreme case of one outside of the first page.
    api.tell({ published: [third] });
    await pill(page).click();
    await expect(pill(page)).toBeHidden();
  }
});

test('a list that starts at a cursor goes on from there, and one that is refused shows the first page', async ({
  page,
  api,
}) => {
  const all = copies(8);
  serveBoard(api, () => all, 3);
  await page.goto('/leaderboard?after=at-3');
  await expect(page.getByRole('link', { name: 'Next Page' })).toBeHidden();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return cards(page).count();
    })
    .toBe(5);
  await page.getByRole('link', { name: 'First Page' }).click();
  await expect(page).toHaveURL('/leaderboard');
  await expect(page.locator(`a[href="/post/${all[0]!.id}"]`).first()).toBeVisible();

  const refused = { status: 400, body: { message: 'Bad cursor.', code: 'invalid', requestId: 'a' } };
  for (const list of ['GET /api/posts', 'GET /api/leaderboard/weekly', 'GET /api/users/{id}'] as const)
    api.on(list, async ({ query }) => ('cursor' in query ? refused : undefined));
  for (const address of ['/leaderboard?tab=week', '/leaderboard', `/user/${known.user}`]) {
    await page.goto(`${address}${address.includes('?') ? '&' : '?'}after=bad`);
    await expect(page).toHaveURL(address);
    await expect(page.locator('main a[href^="/post/"]').first()).toBeVisible();
  }
});

test('a page that cannot be loaded says so and loads on retry; a missing one leads on', async ({
  page,
  api,
}) => {
  api.refuse('GET /api/posts', 500);
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  api.answer('GET /api/posts', posts);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();

  api.refuse('GET /api/posts/{id}', 404, { code: 'not_found' });
  api.refuse('GET /api/posts/{id}/comments', 404, { code: 'not_found' });
  await page.goto(`/post/${randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
  await expect(page).toHaveTitle('Post not found · Footnote');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Footnote');
  await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle('Footnote');
});

test('the theme is that of the system until one is chosen, and applied before the first paint', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const [chosen, system, shown] of [
    ['dark', 'light', 'dark'],
    ['light', 'dark', 'light'],
    [null, 'dark', 'dark'],
    [null, 'light', 'light'],
  ] as const) {
    await page.evaluate((theme) => {
      if (theme) localStorage.setItem('theme', theme);
      else localStorage.removeItem('theme');
    }, chosen);
    await page.emulateMedia({ colorScheme: system });
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', shown);
  }
});

test.describe('signed in', () => {
  test.use({ viewer: 'member' });

  test('a menu that is opened while a page loads stays open after the load', async ({ page }) => {
    await page.goto('/');
    const link = page.getByRole('banner').getByRole('link', { name: 'Leaderboard' });
    const menu = page.getByRole('button', { name: /^Profile menu/ });
    await expect(menu).toBeVisible();
    // In one step, because the page may load at any time.
    await link.evaluate(
      (leaderboard: HTMLElement, trigger) => {
        leaderboard.click();
        trigger?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
      },
      await menu.elementHandle(),
    );
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(page.getByRole('link', { name: 'All Posts' })).toBeVisible();
    await expect(page).toHaveTitle('Leaderboard · Footnote');
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { name: 'Profile Settings', level: 1 })).toBeFocused();
  });

  test('input on one post is not carried over to another', async ({ page, api }) => {
    api.answer('GET /api/me/marks', { likedPosts: [], likedComments: [], ratings: {} });
    await page.goto(`/post/${known.post}`);
    await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).click();
    await page.locator(`a[href="/post/${known.reported}"]`).first().click();
    await page.getByRole('radio', { name: '9', exact: true }).check();
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Something else').check();
    await page.getByRole('dialog').getByLabel('Reason').fill('About the other one.');
    // Like a long press of the browser's back button.
    await page.evaluate(() => history.go(-2));
    await expect(page).toHaveURL(`/post/${known.post}`);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('radio', { name: '9', exact: true })).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled();
  });
});
