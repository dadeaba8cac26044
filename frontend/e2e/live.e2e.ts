import { expect, type Page, type Route } from '@playwright/test';
import { call } from './support/api.ts';
import { like, rate } from './support/community.ts';
import { hold } from './support/hold.ts';
import { setVisible } from './support/live.ts';
import { scriptWith } from './support/opening.ts';
import { emptyPages } from './support/server-pages.ts';
import { test } from './support/site.ts';

/** Records the query strings of the page's live streams, or of other requests. */
function streamsOf(page: Page, path = '/api/live'): string[] {
  const streams: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === path) streams.push(search);
  });
  return streams;
}

test('a hidden tab has no live stream, and receives missed updates when it is visible again', async ({
  page,
  newPerson,
  post: id,
}) => {
  const streams = streamsOf(page);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/live'));
  const answered = page.waitForResponse('**/api/live*');
  await page.goto(`/post/${id}`);
  await answered;
  await expect(page.getByText('From the AI score', { exact: true })).toBeVisible();
  // The first message of the stream contains its position.
  await expect
    .poll(async () => {
      await setVisible(page, false);
      await setVisible(page, true);
      return streams.at(-1);
    })
    .toMatch(/^\?after=\d+$/);
  await setVisible(page, false);
  await ended;
  const before = streams.length;

  await rate(await newPerson(), id, 10);
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await page.goBack();
  await expect(page.getByText('From the AI score', { exact: true })).toBeVisible();
  expect(streams.length).toBe(before);

  await setVisible(page, true);
  await expect(page.getByText('From 1 vote and the AI score', { exact: true })).toBeVisible();
  expect(streams.slice(before)).toEqual([expect.stringMatching(/^\?after=\d+$/)]);
});

test('a rating or like in one tab appears in the other tabs', async ({ user: page, post: id }) => {
  // The stream reports the new average, but not who rated, so block it.
  await page.context().route('**/api/live*', (route) => route.fulfill({ status: 503, body: '' }));
  const next = await page.context().newPage();
  for (const tab of [page, next]) {
    await tab.goto(`/post/${id}`);
    await expect(tab.getByRole('button', { name: 'Submit Rating' })).toBeVisible();
  }
  await page.getByRole('radio', { name: '8', exact: true }).check();
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await expect(next.getByText('You rated this post 8 out of 10. Thank you!')).toBeVisible();
  await like(page).click();
  await expect(like(next)).toHaveAttribute('aria-pressed', 'true');
});

test('a tab uses one live stream for all its pages', async ({ page }) => {
  const streams = streamsOf(page);
  await page.goto('/');
  await expect.poll(() => streams.length).toBe(1);
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
  await page.getByRole('link', { name: 'This Week' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible();
  expect(streams).toHaveLength(1);
});

test('the page works without live updates, and reconnects slowly', async ({ page, post: id }) => {
  const problems: Error[] = [];
  page.on('pageerror', (error) => problems.push(error));
  const streams = streamsOf(page);
  await page.clock.install();
  const json = { message: 'Live updates are not available right now.' };
  const { release } = await hold(page, '**/api/live*', {
    act: (route) => route.fulfill({ status: 503, json }),
  });
  await page.goto(`/post/${id}`);
  await expect(page.getByText('From the AI score', { exact: true })).toBeVisible();
  await expect.poll(() => streams.length).toBe(1);
  // From here on the clock of the page advances in steps, independent of real time.
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

for (const [name, answer] of Object.entries(networks)) {
  test(`behind a network that ${name} the page asks for news within 75 s`, async ({
    page,
    newPerson,
    post,
  }) => {
    const { promise: late, resolve: passTime } = Promise.withResolvers<void>();
    let isOpen = false;
    await page.route(/\/api\/live(\?|$)/, async (route) => {
      await late;
      return isOpen ? route.fallback() : answer(route);
    });
    // One of them without what the server has rendered.
    if (name === 'gives up') await emptyPages(page);
    const [streams, asked] = [streamsOf(page), streamsOf(page, '/api/live/news')];
    await page.clock.install();
    await page.goto(`/post/${post}`);
    await expect(like(page)).toHaveText(/0/);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await call(await newPerson(), 'POST', `/api/posts/${post}/like`);
    const code = page.waitForResponse(`**${await scriptWith('/api/live/news')}`);
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
    await passUntil(async () => expect(await like(page).textContent()).toContain('1'));
    expect(asked).toHaveLength(1);
    expect(seconds).toBeLessThan(75);

    const first = seconds;
    await page.clock.runFor(40_000);
    expect(asked).toHaveLength(1);
    seconds += 40;
    await passUntil(() => expect(asked).toHaveLength(2));
    expect(seconds - first).toBeGreaterThanOrEqual(44);
    expect(asked[1]).toMatch(/^\?after=\d+$/);
    // At the next attempt there is a stream, which ends the requests.
    isOpen = true;
    const attempts = streams.length;
    await passUntil(() => expect(streams.length).toBeGreaterThan(attempts));
    await expect(async () => {
      const before = asked.length;
      await page.clock.runFor(130_000);
      expect(asked).toHaveLength(before);
    }).toPass();
  });
}
