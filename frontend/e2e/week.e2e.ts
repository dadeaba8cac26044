import { expect } from '@playwright/test';
import type { WeeklyBoard } from '../src/api/types.ts';
import { closedWeek, serveArchive } from './support/archive.ts';
import { serveLive } from './support/live.ts';
import { test } from './support/site.ts';
import { enter, newSeed, publish, signUp } from './support/visitor.ts';

test.beforeEach(({ page }) => enter(page));

test('the running week counts down, quietly', async ({ page }) => {
  await signUp(page);
  await publish(page, newSeed());
  await page.clock.install();
  await page.goto('/leaderboard?tab=week');
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
  // Letters of another face would move it, too.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const seconds = page.getByText(/^\d\ds$/);
  const before = await seconds.textContent();
  const box = await seconds.boundingBox();
  await page.clock.runFor(1000);
  await expect(seconds).not.toHaveText(before!);
  expect(await seconds.boundingBox()).toEqual(box);
  // For the eye only: screen readers get the end, once, and no region that would read out every second.
  await expect(page.getByText(/^The week ends on Monday/)).toHaveCount(1);
  expect(
    await seconds.evaluate((element) => element.closest('[aria-live], [role=status], [role=timer]')),
  ).toBe(null);
  expect(await seconds.evaluate((element) => element.closest('[aria-hidden=true]') !== null)).toBe(true);
});

test('a week that has ended here is asked for until the next one is there, without hurry', async ({
  page,
}) => {
  const running: WeeklyBoard = await (await page.request.get('/api/leaderboard/weekly')).json();
  const endsAt = Date.parse(running.endsAt);
  let asked = 0;
  let isAway = true;
  let board: WeeklyBoard = { ...running, posts: [] };
  const serverClock = async () => new Date(await page.evaluate(() => Date.now())).toUTCString();
  await page.route('**/api/leaderboard/weekly', async (route) => {
    asked += 1;
    if (asked > 1 && isAway) return route.abort('connectionreset');
    return route.fulfill({ json: board, headers: { date: await serverClock() } });
  });
  // A stream that stands would have the board read once more.
  await page.route('**/api/live*', (route) => route.fulfill({ status: 503, body: '' }));
  // It stands still while the page loads: the time that the answer takes would count as a difference of the clocks.
  await page.clock.setFixedTime(endsAt - 60_000);
  await page.goto('/leaderboard?tab=week');
  await expect(page.getByText('Ends in')).toBeVisible();
  await page.clock.setSystemTime(endsAt - 60_000);
  await page.clock.pauseAt(endsAt + 1000);
  await expect(page.getByText('The week is over')).toBeVisible();

  // Nobody answers at first, and then the server still has the week that has ended.
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
  const before = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(before);
});

test('the running week is the running one under its own name, too, whatever the clock here says', async ({
  page,
}) => {
  const running: WeeklyBoard = await (await page.request.get('/api/leaderboard/weekly')).json();
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
  const read = page.waitForRequest(`**/api/leaderboard/weekly?week=${running.week}`);
  const show = page.getByRole('button', { name: '1 new post – show' });
  await show.click();
  await read;
  await expect(show).toBeHidden();
});

test('a week that is over keeps its places, and the ways lead there and back', async ({ page }) => {
  await signUp(page);
  for (let count = 0; count < 3; count += 1) await publish(page, newSeed());
  await serveArchive(page);
  await page.goto('/leaderboard?tab=week');
  const hall = page.getByRole('region', { name: 'Hall of Fame' });
  await expect(hall.getByRole('listitem').filter({ hasText: /^2nd/ })).toContainText('Removed');
  await hall.getByRole('link', { name: 'Week 30' }).click();
  await expect(page).toHaveURL(`/leaderboard?tab=week&week=${closedWeek}`);
  await expect(page.getByText('Final standings')).toBeVisible();
  await expect(page.getByText(/^20\s?–\s?26 July 2026$/).first()).toBeVisible();
  const cards = page.getByRole('tabpanel').getByRole('list').first().locator('> li');
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
  await page.getByRole('tab', { name: 'All Posts' }).click();
  await page.getByRole('tab', { name: 'This Week' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week');
});

test('whoever was not rated carries no badge, on the board and in the Hall of Fame', async ({ page }) => {
  await signUp(page);
  for (let count = 0; count < 3; count += 1) await publish(page, newSeed());
  await serveArchive(page, [1]);
  await page.goto(`/leaderboard?tab=week&week=${closedWeek}`);
  const cards = page.getByRole('tabpanel').getByRole('list').first().locator('> li');
  await expect(cards.nth(0)).toContainText('1st');
  await expect(cards.nth(1)).toHaveText(/^Removed.*Not rated$/);
  await expect(cards.nth(2)).toContainText('Not yet rated');
  await expect(cards.nth(2)).not.toContainText('3rd');
  const winners = page.getByRole('region', { name: 'Hall of Fame' }).getByRole('listitem');
  await expect(winners.filter({ hasText: /^1st/ })).toContainText(/\d\.\d/);
  await expect(winners.filter({ hasText: /^2nd/ })).toContainText('Not rated');
  await expect(winners.filter({ hasText: /^3rd/ })).toContainText('Not rated');
});

// Still to come, before there was anything, and not in any calendar.
for (const week of ['2099-W01', '0000-W01', '2026-W54']) {
  test(`${week} has no board and says so, and leads to the week that runs and nowhere else`, async ({
    page,
  }) => {
    await page.goto(`/leaderboard?tab=week&week=${week}`);
    await expect(page.getByText('There is no board for this week.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^(Previous|Next|Running) week$/ })).toHaveCount(0);
    await page.getByRole('tabpanel').getByRole('link', { name: 'This Week' }).click();
    await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
  });
}
