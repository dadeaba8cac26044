import { expect, type Page } from '@playwright/test';
import type { RankedPost, RemovedPost, Winner } from '../../src/api/generated/schema.d.ts';
import { seriousFindings } from '../support/axe.ts';
import { copies, week } from '../support/board.ts';
import { openLive } from '../support/live.ts';
import { type Api, known, test } from '../support/screen.ts';

const closedWeek = '2035-W20';
const bounds = { week: closedWeek, startsAt: '2035-05-14T00:00:00.000Z', endsAt: week.startsAt };
const cards = (page: Page) =>
  page.getByRole('region', { name: 'Posts' }).getByRole('list').first().locator('> li');

/** Answers with a week that has ended, whose second post was removed. @param rated how many of the three have scores */
function serveArchive(api: Api, rated = 3): void {
  const posts = copies(3).map((post, index): RankedPost | RemovedPost => {
    const figures = index < rated ? {} : { averageRating: '0.0', ratingsCount: 0, aiScore: null };
    const { id, averageRating, ratingsCount, aiScore } = { ...post, ...figures };
    const rank = index + 1;
    return index === 1
      ? { id, averageRating, ratingsCount, aiScore, rank, removed: true }
      : { ...post, ...figures, rank, removed: false };
  });
  const nobody = { userId: null, username: null, displayUsername: null, profilePictureUrl: null };
  const winners = posts.map((post): Winner => {
    const { averageRating, ratingsCount, aiScore, rank, removed, id: postId } = post;
    const figures = { averageRating, ratingsCount, aiScore, rank, removed, postId };
    if (post.removed)
      return { ...figures, ...nobody, imageUrl: null, thumbhash: null, width: null, height: null };
    const {
      userId = null,
      username,
      displayUsername,
      profilePictureUrl,
      imageUrl,
      thumbhash,
      width,
      height,
    } = post;
    return {
      ...figures,
      userId,
      username,
      displayUsername,
      profilePictureUrl,
      imageUrl,
      thumbhash,
      width,
      height,
    };
  });
  api.answer('GET /api/leaderboard/weeks', [{ ...bounds, winners }]);
  api.answer('GET /api/leaderboard/weekly', (_, { query }) =>
    query.week === closedWeek ? { ...bounds, isClosed: true, posts } : week,
  );
}

test('a closed week keeps its ranks, and links lead there and back', async ({ page, api }) => {
  serveArchive(api);
  await page.goto('/leaderboard?tab=week');
  const hall = page.getByRole('region', { name: 'Hall of Fame' });
  await expect(hall.getByRole('listitem').filter({ hasText: /^2nd/ })).toContainText('Removed');
  await hall.getByRole('link', { name: 'Week 20' }).click();
  await expect(page).toHaveURL(`/leaderboard?tab=week&week=${closedWeek}`);
  await expect(page.getByText('Final standings')).toBeVisible();
  await expect(page.getByText(/^14\s?–\s?20 May 2035$/).first()).toBeVisible();
  await expect(cards(page).nth(0)).toContainText('1st');
  await expect(cards(page).nth(1)).toContainText('2nd');
  await expect(cards(page).nth(1)).toContainText('Removed');
  await expect(cards(page).nth(1).getByRole('link')).toHaveCount(0);
  await expect(cards(page).nth(2)).toContainText('3rd');
  await expect(page.getByText('Ends in')).toBeHidden();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Running week' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week');
  await expect(page.getByText('Ends in')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'All Posts' }).click();
  await page.getByRole('link', { name: 'This Week' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week');

  // An unrated post has no badge, on the board and in the Hall of Fame.
  serveArchive(api, 1);
  await page.goto(`/leaderboard?tab=week&week=${closedWeek}`);
  await expect(cards(page).nth(0)).toContainText('1st');
  await expect(cards(page).nth(1)).toHaveText(/^Removed.*Not rated$/);
  await expect(cards(page).nth(2)).toContainText('Not yet rated');
  await expect(cards(page).nth(2)).not.toContainText('3rd');
  const winners = hall.getByRole('listitem');
  await expect(winners.filter({ hasText: /^1st/ })).toContainText(/\d\.\d/);
  await expect(winners.filter({ hasText: /^2nd/ })).toContainText('Not rated');
  await expect(winners.filter({ hasText: /^3rd/ })).toContainText('Not rated');

  // A week without a board: in the future, before the first post, or not in the calendar.
  api.refuse('GET /api/leaderboard/weekly', 404, { code: 'not_found' });
  await page.goto('/leaderboard?tab=week&week=2035-W54');
  await expect(page.getByText('There is no board for this week.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Previous|Next|Running) week$/ })).toHaveCount(0);
  serveArchive(api);
  await page.getByRole('region', { name: 'Posts' }).getByRole('link', { name: 'This Week' }).click();
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
});

test('the countdown moves nothing and is not read out; at its end the page polls slowly for the next week', async ({
  page,
  api,
}) => {
  const endsAt = Date.parse(week.endsAt);
  let isAway = false;
  let board = week;
  const asked = () => api.calls('GET /api/leaderboard/weekly').length;
  api.on('GET /api/leaderboard/weekly', async () => {
    if (isAway) return null;
    const date = new Date(await page.evaluate(() => Date.now())).toUTCString();
    return { status: 200, headers: { date }, body: board };
  });
  // An open live stream would reload the board.
  await page.route('**/api/live**', (route) => route.fulfill({ status: 503, body: '' }));
  // The page polls after random pauses, of which two short ones would fit into the time below.
  await page.addInitScript(() => (Math.random = () => 0.5));
  // The clock is fixed while the page loads. Otherwise the response time would count as a difference of the clocks.
  await page.clock.setFixedTime(endsAt - 60_000);
  await page.goto('/leaderboard?tab=week');
  await expect(page.getByText('Ends in')).toBeVisible();
  // A late font would move the text, too.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.clock.setSystemTime(endsAt - 60_000);
  await page.clock.pauseAt(endsAt - 30_500);
  const seconds = page.getByText(/^\d\ds$/);
  const [text, box] = [await seconds.textContent(), await seconds.boundingBox()];
  await page.clock.runFor(1000);
  await expect(seconds).not.toHaveText(text!);
  expect(await seconds.boundingBox()).toEqual(box);
  // The countdown is visual only. Screen readers get the end once, and no live region that reads out every second.
  await expect(page.getByText(/^The week ends on Monday/)).toHaveCount(1);
  expect(
    await seconds.evaluate((element) => element.closest('[aria-live], [role=status], [role=timer]')),
  ).toBe(null);
  expect(await seconds.evaluate((element) => element.closest('[aria-hidden=true]') !== null)).toBe(true);

  // At first there is no response, then the server still returns the week that has ended.
  isAway = true;
  await page.clock.pauseAt(endsAt + 1000);
  await expect(page.getByText('The week is over')).toBeVisible();
  // It is not closed yet, but it is no longer this week.
  await expect(page.getByRole('heading', { name: /^Week \d+$/, level: 2 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeHidden();
  const first = asked();
  await page.clock.runFor(6000);
  await expect.poll(asked).toBeGreaterThan(first);
  isAway = false;
  const lost = asked();
  await page.clock.runFor(14_000);
  expect(asked()).toBe(lost);
  await page.clock.runFor(27_000);
  await expect.poll(asked).toBe(lost + 1);
  await expect(page.getByText('The week is over')).toBeVisible();
  const later = new Date(endsAt + 7 * 86_400_000).toISOString();
  board = { ...week, startsAt: week.endsAt, endsAt: later };
  await expect(async () => {
    await page.clock.runFor(5000);
    expect(await page.getByText('Ends in').isVisible()).toBe(true);
  }).toPass({ intervals: [0] });
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
  const before = asked();
  await page.clock.runFor(60_000);
  expect(asked()).toBe(before);
});

test('the address of the running week shows it as running, even if the local clock is wrong', async ({
  page,
  api,
}) => {
  const date = new Date(Date.parse(week.endsAt) + 2 * 86_400_000);
  api.answer('GET /api/leaderboard/weekly', { ...week, posts: [] });
  await page.clock.setFixedTime(date);
  await openLive(page, `/leaderboard?tab=week&week=${week.week}`);
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
  await expect(page.getByText('Ends in')).toBeVisible();
  await expect(page.getByText('No submissions this week')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Running week' })).toHaveCount(0);
  // News are about this week, too.
  const asked = () => api.calls('GET /api/leaderboard/weekly');
  const before = asked().length;
  api.tell({ published: [known.event!] });
  await page.getByRole('button', { name: '1 new post – show' }).click();
  await expect
    .poll(() =>
      asked()
        .slice(before)
        .map(({ query }) => query.week),
    )
    .toEqual([week.week]);
  await expect(page.getByRole('button', { name: /new post/ })).toBeHidden();
});

test('a long week loads page by page and is sorted like all posts', async ({ page, api }) => {
  const ranked = copies(130).map((post, index) => ({ ...post, rank: index + 1, removed: false as const }));
  api.on('GET /api/leaderboard/weekly', async ({ query: { sort, cursor = 'at-0', limit } }) => {
    const [from, to] = [Number(cursor.slice(3)), Number(cursor.slice(3)) + Number(limit)];
    const posts = (sort === 'recent' ? ranked.toReversed() : ranked).slice(from, to);
    const link = `</api/leaderboard/weekly?cursor=at-${to}>; rel="next"`;
    return { status: 200, body: { ...week, posts }, ...(to < ranked.length && { headers: { link } }) };
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
  await expect(cards(page)).toHaveCount(60);
  await expect(async () => {
    await page.mouse.wheel(0, 5000);
    await expect(cards(page)).toHaveCount(130, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden();
  await expect(
    cards(page)
      .last()
      .getByRole('link', { name: /rank 130/ }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Recent' }).click();
  await expect(
    cards(page)
      .first()
      .getByRole('link', { name: /rank 130/ }),
  ).toBeVisible();
});
