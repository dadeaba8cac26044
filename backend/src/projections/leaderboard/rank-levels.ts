import type { Count, Counts } from '../../kernel/projection.js';
import type { Tier } from './post-boosts.js';

/** Posts in the order of their rank keys: the public posts of a group of the board, or those of a week. */
export type RankedPosts = { readonly tier: Tier } | { readonly week: string };

/** The length of a rank key up to the hour. */
export const HOUR_ENDS = 27;

/**
 * A rank key is `{rating} {votes} {publishedAt}`, for example `026 999999999 2026-11-21T09:00:00.000Z`. Posts are counted
 * by rating, then by votes, then by month and hour (in a week, by hour). The posts of one hour with the same rating and
 * the same votes are few, and an index counts them.
 */
const PARTS = {
  tier: [
    [0, 3],
    [4, 13],
    [14, 21],
    [22, HOUR_ENDS],
  ],
  week: [
    [0, 3],
    [4, 13],
    [14, HOUR_ENDS],
  ],
} as const;

/** The levels of a rank key, from all posts to those of one hour. */
export function levelsOf(posts: RankedPosts, rank: string): readonly Count[] {
  const isTier = 'tier' in posts;
  let id = `count ${isTier ? posts.tier : posts.week}`;
  return PARTS[isTier ? 'tier' : 'week'].map(([from, to]) => {
    const name = rank.slice(from, to);
    const level = { id, name };
    id = `${id} ${name}`;
    return level;
  });
}

/** The fields of a post that its ranks depend on. */
export interface CountedPost {
  readonly tier: Tier | null;
  readonly week: string;
  readonly rank: string;
}

/** Where the ranks of a post are counted: in its group of the board, and in its week. Hidden posts have no rank. */
export const rankCounts: Counts<CountedPost> = {
  keyOf: ({ tier, week, rank }) => tier && `${tier} ${week} ${rank}`,
  countedIn: (key) => {
    const [tier = '', week = ''] = key.split(' ', 2);
    const rank = key.slice(tier.length + week.length + 2);
    return [...levelsOf({ tier: tier as Tier }, rank), ...levelsOf({ week }, rank)];
  },
};
