import { expect } from '@playwright/test';
import type { WeeklyBoard } from '../src/api/generated/schema.d.ts';
import { me } from './support/api.ts';
import { closedWeek, serveArchive } from './support/archive.ts';
import { serveLive } from './support/live.ts';
import { sweep } from './support/scope.ts';
import { emptyPages } from './support/server-pages.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

test('the running week counts down without moving the page or notifying screen readers', async ({
  user: page,
}) => {
  await publish(page);
  await page.clock.install();
  await page.goto('/leaderboard?tab=week');
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
  // A late font would move the text, too.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const seconds = page.getByText(/^\d\ds$/);
  const before = await seconds.textContent();
  const box = await seconds.boundingBox();
  await page.clock.runFor(1000);
  await expect(seconds).not.toHaveText(before!);
  expect(await seconds.boundingBox()).toEqual(box);
  // The countdown is visual only. Screen readers get the end once, and no live region that reads out every second.
  await expect(page.getByText(/^The week ends on Monday/)).toHaveCount(1);
  expect(
    await seconds.evaluate((element) => element.closest('[aria-live], [role=status], [role=timer]')),
  ).toBe(null);
  expect(await seconds.evaluate((element) => element.closest('[aria-hidden=true]') !== null)).toBe(true);
});

test('after the week has ended, the page polls slowly until the next week is available', async ({ page }) => {
  const running: WeeklyBoard = await (await page.request.get('/api/leaderboard/weekly')).json();
  const endsAt = Date.parse(running.endsAt);
  let asked = 0;
  let isAway = true;
  let board: WeeklyBoard = { ...running, posts: [] };
  const serverClock = async () => new Date(await page.evaluate(() => Date.now())).toUTCString();
  await emptyPages(page);
  await page.route('**/api/leaderboard/weekly?*', async (route) => {
    asked += 1;
    if (asked > 1 && isAway) return route.abort('connectionreset');
    return route.fulfill({ json: board, headers: { date: await serverClock() } });
  });
  // An open live stream would reload the board.
  await page.route('**/api/live**', (route) => route.fulfill({ status: 503, body: '' }));
  // The page polls after random pauses, of which two short ones would fit into the time below.
  await page.addInitScript(() => (Math.random = () => 0.5));
  // The clock is fixed while the page loads. Otherwise the response time would count as a difference of the clocks.
  await page.clock.setFixedTime(endsAt - 60_000);
  await page.goto('/leaderboard?tab=week');
  await expect(page.getByText('Ends in')).toBeVisible();
  await page.clock.setSystemTime(endsAt - 60_000);
  await page.clock.pauseAt(endsAt + 1000);
  await expect(page.getByText('The week is over')).toBeVisible();
  // It is not closed yet, but it is no longer this week.
  await expect(page.getByRole('heading', { name: /^Week \d+$/, level: 2 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeHidden();

  // At first there is no response, then the server still returns the week that has ended.
  await page.clock.runFor(6000);
  await expect.poll(() => asked).toBe(2);
  isAway = false;
  await page.clock.runFor(14_000);
  expect(asked).toBe(2);
  await page.clock.runFor(27_000);
  await expect.poll(() => asked).toBe(3);
  await expect(page.getByText('The week is over')).toBeVisible();

  const later = new Date(endsAt + 7 * 86_400_000).toISOString();
  board = { ...board, startsAt: running.endsAt, endsAt: later };
  await expect(async () => {
    await page.clock.runFor(5000);
    expect(await page.getByText('Ends in').isVisible()).toBe(true);
  }).toPass({ intervals: [0] });
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
  const before = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(before);
});

test('the address of the running week shows it as running, even if the local clock is wrong', async ({
  page,
}) => {
  const running: WeeklyBoard = await (await page.request.get('/api/leaderboard/weekly')).json();
  await emptyPages(page);
  await page.route('**/api/leaderboard/weekly?*', (route) =>
    route.fulfill({
      json: { ...running, posts: [] } satisfies WeeklyBoard,
      headers: { date: new Date().toUTCString() },
    }),
  );
  const tell = await serveLive(page);
  await page.clock.setFixedTime(Date.parse(running.endsAt) + 2 * 86_400_000);
  await page.goto(`/leaderboard?tab=week&week=${running.week}`);
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
  await expect(page.getByText('Ends in')).toBeVisible();
  await expect(page.getByText('No submissions this week')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Running week' })).toHaveCount(0);
  tell({ published: ['8d7f6c4e-57a3-4b2f-9d0e-2f6a5f1d9b11'] });
  const read = page.waitForRequest(`**/api/leaderboard/weekly?*week=${running.week}*`);
  const show = page.getByRole('button', { name: '1 new post – show' });
  await show.click();
  await read;
  await expect(show).toBeHidden();
});

test('a closed week keeps its ranks, and links lead there and back', async ({ user: page }) => {
  for (let count = 0; count < 3; count += 1) await publish(page);
  await serveArchive(page);
  await page.goto('/leaderboard?tab=week');
  const hall = page.getByRole('region', { name: 'Hall of Fame' });
  await expect(hall.getByRole('listitem').filter({ hasText: /^2nd/ })).toContainText('Removed');
  await hall.getByRole('link', { name: 'Week 30' }).click();
  await expect(page).toHaveURL(`/leaderboard?tab=week&week=${closedWeek}`);
  await expect(page.getByText('Final standings')).toBeVisible();
  await expect(page.getByText(/^20\s?–\s?26 July 2026$/).first()).toBeVisible();
  const cards = page.getByRole('region', { name: 'Posts' }).getByRole('list').first().locator('> li');
  await expect(cards.nth(0)).toContainText('1st');
  await expect(cards.nth(1)).toContainText('2nd');
  await expect(cards.nth(1)).toContainText('Removed');
  await expect(cards.nth(1).getByRole('link')).toHaveCount(0);
  await expect(cards.nth(2)).toContainText('3rd');
  await expect(page.getByText('Ends in')).toBeHidden();

  await page.getByRole('link', { name: 'Running week' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week');
  await expect(page.getByText('Ends in')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'All Posts' }).click();
  await page.getByRole('link', { name: 'This Week' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week');
});

test('an unrated post has no badge, on the board and in the Hall of Fame', async ({ user: page }) => {
  for (let count = 0; count < 3; count += 1) await publish(page);
  await serveArchive(page, [1]);
  await page.goto(`/leaderboard?tab=week&week=${closedWeek}`);
  const cards = page.getByRole('region', { name: 'Posts' }).getByRole('list').first().locator('> li');
  await expect(cards.nth(0)).toContainText('1st');
  await expect(cards.nth(1)).toHaveText(/^Removed.*Not rated$/);
  await expect(cards.nth(2)).toContainText('Not yet rated');
  await expect(cards.nth(2)).not.toContainText('3rd');
  const winners = page.getByRole('region', { name: 'Hall of Fame' }).getByRole('listitem');
  await expect(winners.filter({ hasText: /^1st/ })).toContainText(/\d\.\d/);
  await expect(winners.filter({ hasText: /^2nd/ })).toContainText('Not rated');
  await expect(winners.filter({ hasText: /^3rd/ })).toContainText('Not rated');
});

// In the future, before the first post, and not in the calendar.
for (const week of sweep(['2099-W01', '0000-W01', '2026-W54'], (name) => name, ['2026-W54'])) {
  test(`${week} has no board, and the page links only to the running week`, async ({ page }) => {
    await page.goto(`/leaderboard?tab=week&week=${week}`);
    await expect(page.getByText('There is no board for this week.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^(Previous|Next|Running) week$/ })).toHaveCount(0);
    await page.getByRole('region', { name: 'Posts' }).getByRole('link', { name: 'This Week' }).click();
    await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
  });
}

test('a long week loads page by page and is searched and sorted like all posts', async ({
  user: page,
  ownPost: id,
}) => {
  // The real server answers a search.
  const { anonymousUsername: name } = await me(page);
  await page.goto(`/leaderboard?tab=week&search=${name}`);
  const cards = page.getByRole('region', { name: 'Posts' }).getByRole('list').first().locator('> li');
  await expect(cards).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search by username' }).fill('nobody has this');
  await expect(page.getByText('No posts found')).toBeVisible();

  // No test can publish 130 posts.
  const post = await (await page.request.get(`/api/posts/${id}`)).json();
  const running: WeeklyBoard = await (await page.request.get('/api/leaderboard/weekly')).json();
  const ranked = Array.from({ length: 130 }, (_, index) => ({
    ...post,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    rank: index + 1,
    removed: false,
  }));
  const asked: string[] = [];
  await emptyPages(page);
  await page.route('**/api/leaderboard/weekly?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams.get('sort') ?? '');
    const [from, limit] = [Number(searchParams.get('cursor')), Number(searchParams.get('limit'))];
    const posts = searchParams.get('sort') === 'recent' ? ranked.toReversed() : ranked;
    const link = `</api/leaderboard/weekly?cursor=${from + limit}>; rel="next"`;
    return route.fulfill({
      json: { ...running, posts: posts.slice(from, from + limit) } satisfies WeeklyBoard,
      headers: { date: new Date().toUTCString(), ...(from + limit < posts.length && { link }) },
    });
  });
  // A busy browser reports that the end was out of sight in the same call as that it is near.
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        let before: IntersectionObserverEntry[] = [];
        super((changes, observer) => {
          report([...before, ...changes], observer);
          before = changes.filter((change) => !change.isIntersecting);
        }, options);
      }
    };
  });
  await page.goto('/leaderboard?tab=week');
  await expect(cards).toHaveCount(60);
  await expect(async () => {
    await page.mouse.wheel(0, 5000);
    await expect(cards).toHaveCount(130, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden();
  await expect(cards.last().getByRole('link', { name: /rank 130/ })).toBeVisible();
  await page.getByRole('link', { name: 'Recent' }).click();
  await expect(cards.first().getByRole('link', { name: /rank 130/ })).toBeVisible();
  expect(asked).toContain('recent');
});
