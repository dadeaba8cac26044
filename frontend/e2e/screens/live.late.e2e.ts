import { expect, type Page } from '@playwright/test';
import type { Post } from '../../src/api/generated/schema.d.ts';
import { like } from '../support/community.ts';
import { openLive, setVisible } from '../support/live.ts';
import { scriptWith } from '../support/opening.ts';
import { known, now, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

const post = recording.answers.visitor[`GET /api/posts/${known.post}`]!.body as Post;

/** Records the query strings of the page's live streams. */
function streamsOf(page: Page): string[] {
  const streams: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/live') streams.push(search);
  });
  return streams;
}

test('a tab has one live stream for all its pages, none while it is hidden, and asks for what it missed', async ({
  page,
  api,
}) => {
  const streams = streamsOf(page);
  await openLive(page, '/leaderboard');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await page.goBack();
  await page.locator(`a[href="/post/${known.post}"]`).first().click();
  await expect(like(page)).toHaveAccessibleName('1 like');
  expect(streams).toHaveLength(1);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/live'));
  await setVisible(page, false);
  await ended;
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await page.goBack();
  await expect(like(page)).toHaveAccessibleName('1 like');
  expect(streams).toHaveLength(1);
  await setVisible(page, true);
  await expect.poll(() => streams.length).toBe(2);
  expect(streams[1]).toMatch(/^\?after=\d+$/);
  await expect(async () => {
    api.tell({ posts: [{ ...post, likesCount: 5 }] });
    await expect(like(page)).toHaveAccessibleName('5 likes', { timeout: 500 });
  }).toPass();
});

test('where a network gives up streams, the page asks for news about once a minute, until there is one', async ({
  page,
  api,
}) => {
  let isOpen = false;
  await page.route(/\/api\/live(\?|$)/, (route) =>
    isOpen
      ? route.fallback()
      : route.fulfill({ status: 504, contentType: 'text/html', body: '<title>504</title>' }),
  );
  const figures = { ...post, likesCount: 5 };
  api.answer('GET /api/live/news', {
    posts: [figures],
    published: [],
    boosted: [],
    removed: [],
    position: '7',
    reload: false,
  });
  const asked = () => api.calls('GET /api/live/news');
  const streams = streamsOf(page);
  const code = page.waitForResponse(`**${await scriptWith('/api/live/news')}`);
  await page.clock.install({ time: now });
  await page.goto(`/post/${known.post}`);
  await expect(like(page)).toHaveAccessibleName('1 like');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.clock.runFor(10_000);
  await (await code).finished();
  const passUntil = (condition: () => unknown) =>
    expect(async () => {
      await page.clock.runFor(1000);
      // The time of the page must not run ahead of what it has asked for before.
      await page.evaluate(async () => (await fetch('/robots.txt', { cache: 'no-store' })).text());
      await condition();
    }).toPass({ intervals: [0] });
  await passUntil(async () => expect(await like(page).textContent()).toContain('5'));
  const first = asked().length;
  await passUntil(() => expect(asked().length).toBeGreaterThan(first));
  expect(asked().at(-1)!.query).toEqual({ after: '7' });
  // At the next attempt there is a stream, which ends the requests.
  isOpen = true;
  const attempts = streams.length;
  await passUntil(() => expect(streams.length).toBeGreaterThan(attempts));
  await expect(async () => {
    const before = asked().length;
    await page.clock.runFor(130_000);
    expect(asked()).toHaveLength(before);
  }).toPass();
});

test.describe('signed in', () => {
  test.use({ viewer: 'member' });

  test('a rating or like in one tab appears in the other tabs', async ({ page, api, context }) => {
    const marks = { likedPosts: [] as string[], likedComments: [], ratings: {} as Record<string, number> };
    api.answer('GET /api/me/marks', () => marks);
    const next = await context.newPage();
    await next.addInitScript(() => localStorage.setItem('ageVerified', 'true'));
    for (const tab of [page, next]) {
      await tab.goto(`/post/${known.post}`);
      await expect(tab.getByRole('button', { name: 'Submit Rating' })).toBeVisible();
    }
    marks.ratings[known.post!] = 8;
    await page.getByRole('radio', { name: '8', exact: true }).check();
    await page.getByRole('button', { name: 'Submit Rating' }).click();
    await expect(next.getByText('You rated this post 8 out of 10. Thank you!')).toBeVisible();
    marks.likedPosts.push(known.post!);
    await like(page).click();
    await expect(like(next)).toHaveAttribute('aria-pressed', 'true');
  });
});
