import { expect, type Page, type Route } from '@playwright/test';
import type { Post } from '../../src/api/generated/schema.d.ts';
import { like } from '../support/community.ts';
import { hold } from '../support/hold.ts';
import { openLive, setVisible } from '../support/live.ts';
import { scriptWith } from '../support/opening.ts';
import { sweep } from '../support/scope.ts';
import { known, now, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

/** Nothing has happened since. */
const noNews = { posts: [], published: [], boosted: [], removed: [], position: '7', reload: false };

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

test('without a stream the page works, and tries again slowly', async ({ page, api }) => {
  // The page asks for them within 45 s, when it likes.
  api.answer('GET /api/live/news', noNews);
  const problems: Error[] = [];
  page.on('pageerror', (error) => problems.push(error));
  const streams = streamsOf(page);
  const { release } = await hold(page, '**/api/live*', {
    act: (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }),
  });
  await page.clock.install({ time: now });
  await page.goto(`/post/${known.post}`);
  await expect(like(page)).toHaveAccessibleName('1 like');
  await expect.poll(() => streams.length).toBe(1);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
  release();
  let seconds = 0;
  await expect(async () => {
    await page.clock.runFor(1000);
    seconds += 1;
    expect(streams).toHaveLength(2);
  }).toPass({ intervals: [0] });
  // Of the 20 after it began.
  expect(seconds).toBeGreaterThanOrEqual(14);
  expect(problems).toEqual([]);
});

/** How networks treat a stream: each gives its answer after 8 s, or never. */
const networks: Record<string, (route: Route) => Promise<void>> = {
  'keeps streams': () => new Promise(() => undefined),
  'answers with a page': (route) => route.fulfill({ contentType: 'text/html', body: '<title>Proxy</title>' }),
  'gives up': (route) => route.fulfill({ status: 504, contentType: 'text/html', body: '<title>504</title>' }),
};

for (const name of sweep(Object.keys(networks), String, ['keeps streams'])) {
  test(`behind a network that ${name} the page asks for news about once a minute, until there is a stream`, async ({
    page,
    api,
  }) => {
    const { promise: late, resolve: passTime } = Promise.withResolvers<void>();
    let isOpen = false;
    const answer = networks[name]!;
    await page.route(/\/api\/live(\?|$)/, async (route) => {
      await late;
      return isOpen ? route.fallback() : answer(route);
    });
    api.answer('GET /api/live/news', (_, { query }) => ({
      ...noNews,
      posts: query.after ? [{ ...post, likesCount: 6 }] : [],
    }));
    const asked = () => api.calls('GET /api/live/news');
    const streams = streamsOf(page);
    const code = page.waitForResponse(`**${await scriptWith('/api/live/news')}`);
    await page.clock.install({ time: now });
    await page.goto(`/post/${known.post}`);
    await expect(like(page)).toHaveAccessibleName('1 like');
    // The page has no position yet, so that it reads again what it may have missed.
    api.answer('GET /api/posts/{id}', { ...post, likesCount: 5 });
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.clock.runFor(8000);
    passTime();
    await page.clock.runFor(2000);
    await (await code).finished();
    let seconds = 11;
    const passUntil = (condition: () => unknown) =>
      expect(async () => {
        await page.clock.runFor(1000);
        seconds += 1;
        // The time of the page must not run ahead of what it has asked for before.
        await page.evaluate(async () => (await fetch('/robots.txt', { cache: 'no-store' })).text());
        await condition();
      }).toPass({ intervals: [0] });
    await passUntil(async () => expect(await like(page).textContent()).toContain('5'));
    expect(asked()).toHaveLength(1);
    expect(seconds).toBeLessThan(75);

    const first = seconds;
    await page.clock.runFor(40_000);
    expect(asked()).toHaveLength(1);
    seconds += 40;
    await passUntil(() => expect(asked()).toHaveLength(2));
    expect(seconds - first).toBeGreaterThanOrEqual(44);
    expect(asked()[1]!.query).toEqual({ after: '7' });
    await passUntil(async () => expect(await like(page).textContent()).toContain('6'));
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
}

test.describe('signed in', () => {
  test.use({ viewer: 'member' });

  test('a rating or like in one tab appears in the other tabs', async ({ page, api, context }) => {
    const marks = { likedPosts: [] as string[], likedComments: [], ratings: {} as Record<string, number> };
    api.answer('GET /api/me/marks', () => marks);
    api.answer('GET /api/live/news', noNews);
    // Only the other tab can tell.
    await context.route('**/api/live*', (route) => route.fulfill({ status: 503, body: '' }));
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
