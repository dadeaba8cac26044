import { expect, type Page } from '@playwright/test';
import { comment } from './support/community.ts';
import { hold } from './support/hold.ts';
import { emptyPages } from './support/server-pages.ts';
import { test } from './support/site.ts';
import { profileMenu, rateOnScreen, register } from './support/visitor.ts';

/** Waits until the page has painted what it has. */
const painted = (page: Page) =>
  page
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    // The page was left.
    .catch(() => undefined);

/** The sum of all layout shifts of the page so far, with what moved. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ score: number; moved: string[] }>((resolve) => {
        new PerformanceObserver((list) => {
          let score = 0;
          const moved: string[] = [];
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            sources: { node?: Element }[];
          })[]) {
            score += entry.value;
            moved.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? '?'));
          }
          resolve({ score, moved });
        }).observe({ type: 'layout-shift', buffered: true });
        // Without shifts the observer reports nothing.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve({ score: 0, moved: [] })));
      }),
  );

/** Opens an address that the server must have rendered. */
async function openRendered(page: Page, address: string): Promise<void> {
  const response = await page.goto(address, { waitUntil: 'networkidle' });
  expect(await response?.text()).toContain('id="state"');
}

/** Rendered by the server. */
const rendered = (post: string, ownPost: string) => [
  '/',
  '/leaderboard',
  `/post/${post}`,
  `/post/${ownPost}`,
  '/register',
  '/login',
];

/** Loads the parts of a page one after the other, so that each has been painted before the next comes. */
const slowly = (page: Page) =>
  page.route(/\/assets\/.*\.(js|woff2)$|\/api\//, async (route) => {
    const response = await route.fetch().catch(() => null);
    if (!response) return;
    await painted(page);
    await route.fulfill({ response }).catch(() => undefined);
  });

async function expectNoShifts(page: Page, address: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  const { score, moved } = await shifts(page);
  expect
    .soft({ address, score: Math.round(score * 1000) / 1000, moved })
    .toEqual({ address, score: 0, moved: [] });
}

const others = ['/post/00000000-0000-4000-8000-000000000000', '/my-posts', '/account/settings'];

/** The heights of notices that the browser keeps. */
const kept = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('notices') ?? '{}') as Record<string, [number, number]>,
  );

for (const width of [360, 1440]) {
  test(`nothing moves while the parts of a page load slowly, ${width} pixels wide`, async ({
    user,
    ownPost,
    post,
    other,
    newBrowser,
  }) => {
    for (const id of [post, ownPost]) await comment(other, id, 'A friendly comment.');
    const visitor = await newBrowser();
    for (const page of [user, visitor]) await slowly(page);
    for (const address of rendered(post, ownPost)) {
      const page = /register|login/.test(address) ? visitor : user;
      // High enough for all of a page.
      await page.setViewportSize({ width, height: 2000 });
      await openRendered(page, address);
      await expectNoShifts(page, address);
    }
    for (const page of [user, visitor]) await emptyPages(page);
    for (const address of [...rendered(post, ownPost), ...others]) {
      const page = /register|login/.test(address) ? visitor : user;
      await page.setViewportSize({ width, height: address === '/account/settings' ? 5000 : 800 });
      await page.goto(address, { waitUntil: 'networkidle' });
      await expectNoShifts(page, `${address}, empty`);
    }
  });
}

test('the space of the notices of a person is reserved from their second visit on, and not for the next person', async ({
  page,
}) => {
  await register(page);
  await page.setViewportSize({ width: 360, height: 2000 });
  const notice = page.getByText('Verify your email address to post, rate and comment.');
  for (const address of ['/', '/leaderboard', '/my-posts']) {
    await page.goto(address);
    await expect(notice).toBeVisible();
  }
  await slowly(page);
  for (const address of ['/', '/leaderboard', '/my-posts']) {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(notice).toBeVisible();
    await expectNoShifts(page, address);
  }
  expect(Object.keys(await kept(page))).toEqual(['/', '/leaderboard', '/my-posts']);
  await page.setViewportSize({ width: 1280, height: 720 });
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.poll(() => kept(page)).toEqual({});
});

test('space that was reserved for notices that are gone is given back', async ({ user: page }) => {
  // A page without notices: it writes no height.
  await page.goto('/termsofservice');
  await page.evaluate(() =>
    localStorage.setItem('notices', JSON.stringify({ '/leaderboard': [innerWidth, 400] })),
  );
  const { release } = await hold(page, '**/api/auth/me');
  await page.goto('/leaderboard');
  const heading = page.getByRole('heading', { level: 1 });
  const top = async () => (await heading.boundingBox())?.y;
  expect(await top()).toBeGreaterThan(400);
  release();
  await expect.poll(top).toBeLessThan(400);
  expect(await kept(page)).toEqual({});
  for (const damaged of ['{', '{"/leaderboard": 1}', '{"/leaderboard": [1280, "x"]}', 'null']) {
    await page.evaluate((text) => localStorage.setItem('notices', text), damaged);
    await page.goto('/leaderboard');
    await expect.poll(top).toBeLessThan(400);
  }
});

for (const width of [360, 1440]) {
  test(`nothing moves where a rating that is not posted takes the place of the upload, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 1400 });
    await page.goto('/');
    await rateOnScreen(page);
    await slowly(page);
    for (let load = 0; load < 2; load += 1) {
      await openRendered(page, '/');
      await expect(page.getByRole('button', { name: 'Upload Another' })).toBeVisible();
      await expectNoShifts(page, '/');
    }
    await page.getByRole('button', { name: 'Upload Another' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Upload Another' }).click();
    await expect(page.getByRole('heading', { name: 'Put your best foot forward.' })).toBeVisible();
  });
}
