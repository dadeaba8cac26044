import type { Page } from '@playwright/test';
import type {
  HallOfFameWeek,
  RankedPost,
  RemovedPost,
  WeeklyBoard,
  Winner,
} from '../../src/api/generated/schema.d.ts';

import { emptyPages } from './server-pages.ts';

/** The only closed week in the archive of the tests. */
export const closedWeek = '2026-W30';
const bounds = { week: closedWeek, startsAt: '2026-07-20T00:00:00.000Z', endsAt: '2026-07-27T00:00:00.000Z' };

const figuresOf = ({ rank, averageRating, ratingsCount, aiScore }: RankedPost | RemovedPost) => ({
  rank,
  averageRating,
  ratingsCount,
  aiScore,
});

function winnerOf(post: RankedPost | RemovedPost): Winner {
  const figures = { ...figuresOf(post), postId: post.id };
  if (post.removed) {
    const author = { userId: null, username: null, displayUsername: null, profilePictureUrl: null };
    return {
      ...figures,
      removed: true,
      ...author,
      imageUrl: null,
      thumbhash: null,
      width: null,
      height: null,
    };
  }
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
  const author = { userId, username, displayUsername, profilePictureUrl };
  return { ...figures, removed: false, ...author, imageUrl, thumbhash, width, height };
}

/**
 * Serves the page an archive of one closed week, because no test can wait for a Monday. It contains the posts of the
 * running week, with the second one removed.
 * @param rated the ranks that have scores, by default all; the other posts are unrated
 */
export async function serveArchive(page: Page, rated?: readonly number[]): Promise<void> {
  await emptyPages(page);
  const answer = await page.request.get('/api/leaderboard/weekly');
  const running = (await answer.json()) as WeeklyBoard;
  const standings = running.posts.map((post) =>
    rated === undefined || rated.includes(post.rank)
      ? post
      : { ...post, averageRating: '0.0', ratingsCount: 0, aiScore: null },
  );
  const posts = standings.map((post) =>
    post.rank === 2 ? { id: post.id, removed: true as const, ...figuresOf(post) } : post,
  );
  const board = { ...bounds, isClosed: true, posts } satisfies WeeklyBoard;
  const winners = posts.slice(0, 3).map(winnerOf);
  const weeks = [{ ...bounds, winners }] satisfies HallOfFameWeek[];
  await page.route('**/api/leaderboard/weeks*', (route) => route.fulfill({ json: weeks }));
  await page.route(`**/api/leaderboard/weekly?*week=${closedWeek}*`, (route) =>
    route.fulfill({ json: board }),
  );
}
