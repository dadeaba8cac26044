import { people } from '../../src/projections/accounts/people.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { weekly } from '../../src/projections/weekly/weekly.js';
import { registered } from '../support/people-story.js';
import { postPublished } from '../support/made-up.js';
import { useSite } from '../support/story-site.js';

const site = useSite([people, leaderboard, weekly]);

/** Posts without ratings, at these minutes of one hour, in these weeks. */
async function ranksOf(posts: readonly { readonly minute: number; readonly week: string }[]) {
  const at = (minute: number) => `2026-11-22T18:${String(minute).padStart(2, '0')}:00.000Z`;
  await site.tell(
    registered('ann', 'SunnyOtter4821'),
    ...posts.map(({ minute, week }, index) =>
      postPublished(`p${index}`, { rating: null, publishedAt: at(minute), week }),
    ),
  );
  const ranks = await Promise.all(posts.map((_, index) => site.readers.ranks.rank(`p${index}`, null)));
  return ranks.map((rank) => [rank?.board.place, rank?.allTime.place, rank?.week.place]);
}

describe('posts of one hour with the same rating and votes', () => {
  // Up to twenty are read, and more are counted.
  it.each([2, 20, 21, 25])('are ranked by their time: %d of them', async (count) => {
    const posts = Array.from({ length: count }, (_, minute) => ({ minute, week: '2026-W47' }));
    expect(await ranksOf(posts)).toEqual(posts.map((_, index) => Array(3).fill(index + 1)));
  });

  it('may be of two weeks, where a time zone ends the week within an hour', async () => {
    const posts = [
      { minute: 10, week: '2026-W47' },
      { minute: 20, week: '2026-W47' },
      { minute: 40, week: '2026-W48' },
    ];
    expect(await ranksOf(posts)).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 1],
    ]);
  });
});
