import { expect, type Page } from '@playwright/test';
import { call, me } from './support/api.ts';
import { comment } from './support/community.ts';
import { emptyPages } from './support/server-pages.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

/** A few more than fit on a page of a profile, which has 100; one of a board has 60. */
const POSTS = 103;

/** The paths of the posts on a page, in its order. */
async function shownOn(page: Page): Promise<(string | null)[]> {
  const links = page.getByRole('region', { name: 'Posts', exact: true }).locator('a[href^="/post/"]');
  return links.evaluateAll((found) => [...new Set(found.map((link) => link.getAttribute('href')))]);
}

/** Follows the links to the next page. Returns what the pages show, and ends on the first page again. */
async function readToTheEnd(page: Page, address: string): Promise<(string | null)[]> {
  const shown: (string | null)[] = [];
  const next = page.getByRole('link', { name: 'Next Page' });
  await page.goto(address);
  for (;;) {
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: /Load More|Show More/ })).toBeHidden();
    shown.push(...(await shownOn(page)));
    if ((await page.locator('[rel=next]').count()) === 0) break;
    const path = (await next.getAttribute('href'))!;
    // A busy server sends a page empty.
    await expect.poll(async () => (await page.request.get(path)).text()).toContain('id="state"');
    await next.click();
    await page.waitForURL(path);
  }
  await page.getByRole('link', { name: 'First Page' }).click();
  await page.waitForURL(address);
  return shown;
}

test('comments have pages without scripts', async ({ browser, site, other, post }) => {
  for (let count = 1; count <= 51; count += 1) await comment(other, post, `Number ${count}`);
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/post/${post}`);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await expect(page.getByText('Number 51', { exact: true })).toBeVisible();
  await expect(page.getByText('Number 1', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Next Page' }).click();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await expect(page.getByText('Number 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next Page' })).toHaveCount(0);
  await page.getByRole('link', { name: 'First Page' }).click();
  await expect(page.getByText('Number 51', { exact: true })).toBeAttached();
  await context.close();
});

test('long lists have pages without scripts, and with scripts go on from any page', async ({
  browser,
  site,
  page,
  other,
}) => {
  // A hundred photos take most of the time of a test on a busy machine.
  test.slow();
  const { id, anonymousUsername } = await me(other);
  const posts: string[] = [];
  for (let count = 0; count < POSTS; count += 1) posts.unshift(`/post/${await publish(other)}`);

  await test.step('without scripts, nothing is missing or doubled', async () => {
    const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
    const plain = await context.newPage();
    for (const address of [
      '/leaderboard',
      '/leaderboard?sort=top',
      '/leaderboard?tab=week',
      `/leaderboard?tab=week&sort=recent&search=${anonymousUsername}`,
      `/user/${id}`,
    ]) {
      const shown = await readToTheEnd(plain, address);
      expect(shown, address).toEqual([...new Set(shown)]);
      const own = shown.filter((path) => posts.includes(path ?? ''));
      const isNewestFirst = !/top|week$/.test(address);
      expect(isNewestFirst ? own : own.toSorted(), address).toEqual(isNewestFirst ? posts : posts.toSorted());
    }
    for (const address of ['/leaderboard', `/user/${id}`]) {
      await plain.goto(`${address}?after=bad`);
      await expect(plain).toHaveURL(address);
    }
    await context.close();
  });

  await test.step('with scripts, a page that starts at a cursor loads more from there', async () => {
    // Boosted posts of other tests may be before it.
    const newest: { id: string }[] = await (await page.request.get('/api/posts?sort=recent&limit=50')).json();
    const place = newest.findIndex((each) => posts[0] === `/post/${each.id}`) + 1;
    const { link = '' } = (await page.request.get(`/api/posts?sort=recent&limit=${place}`)).headers();
    const after = /cursor=([\w-]+)/.exec(link)?.[1];
    await page.goto(`/leaderboard?after=${after}`);
    await expect(page.getByRole('button', { name: 'Load More' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Next Page' })).toBeHidden();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return (await shownOn(page)).slice(0, POSTS - 1);
      })
      .toEqual(posts.slice(1));
    await page.getByRole('link', { name: 'First Page' }).click();
    await expect(page).toHaveURL('/leaderboard');
    await expect.poll(async () => (await shownOn(page))[place - 1]).toBe(posts[0]);
  });

  await test.step('the browser, too, shows the first page for a cursor that is refused', async () => {
    await emptyPages(page);
    for (const address of ['/leaderboard?tab=week', '/leaderboard', `/user/${id}`]) {
      await page.goto(`${address}${address.includes('?') ? '&' : '?'}after=bad`);
      await expect(page).toHaveURL(address);
      await expect.poll(async () => (await shownOn(page)).length).toBeGreaterThan(0);
    }
  });

  // Other tests of this site find theirs on the first page.
  for (const path of posts) await call(other, 'DELETE', `/api/user/posts/${path.replace('/post/', '')}`);
});
