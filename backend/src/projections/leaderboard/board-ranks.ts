import type { BoostType } from '../../domain/boosts/boost-facts.js';
import type { ViewReader } from '../../kernel/document-store.js';
import type { BoardOrder, Row } from './board-order.js';
import type { LeaderboardDocument } from './leaderboard.js';
import { BOOSTED, TIERS, type Tier, tierAt } from './post-boosts.js';
import { type Counted, betterIn, comesBefore, countedBefore } from './rank-counts.js';

const NONE: Counted = { of: 0, before: 0 };

type Groups = Pick<BoardOrder, 'at' | 'moved'>;

/** What is counted in a group at a time, given what is counted in the recorded group. */
function countedAt(tier: Tier, recorded: Counted = NONE, post: Row, { at, moved }: Groups): Counted {
  const [joined, left] = [
    moved.filter((row) => row.tier !== tier && tierAt(row, at) === tier),
    moved.filter((row) => row.tier === tier && tierAt(row, at) !== tier),
  ];
  const better = (rows: readonly Row[]) => rows.filter((row) => comesBefore(row, post)).length;
  return {
    of: recorded.of + joined.length - left.length,
    before: recorded.before + better(joined) - better(left),
  };
}

/**
 * The ranks by rating alone, by id, of posts without boosts that follow each other on the board, top rated first. Counts no other
 * posts without boosts, so that a board which is kept stays good while those are rated.
 * @param isStart whether no post without a boost comes before the first one
 */
export async function ranksByRating(
  board: ViewReader<LeaderboardDocument>,
  posts: readonly Row[],
  groups: BoardOrder,
  isStart: boolean,
): Promise<ReadonlyMap<string, number>> {
  const [first] = posts;
  if (!first) return new Map();
  const [before = 0] = isStart ? [] : await betterIn(board, { tier: 'none' }, [first]);
  const place = isStart ? 1 : countedAt('none', { of: 0, before }, first, groups).before + 1;
  const hasBoosts = groups.hasBoosts || groups.moved.length > 0;
  const recorded = hasBoosts
    ? await Promise.all(BOOSTED.map((tier) => betterIn(board, { tier }, posts)))
    : [];
  const boostedBefore = (post: Row, index: number) =>
    BOOSTED.reduce((sum, tier, group) => {
      const counted = { of: 0, before: recorded[group]?.[index] ?? 0 };
      return sum + countedAt(tier, counted, post, groups).before;
    }, 0);
  return new Map(posts.map((post, index) => [post._id, place + index + boostedBefore(post, index)]));
}

/** The ranks of one post among all public posts at a time. */
export class BoardRanks {
  private constructor(
    private readonly tier: Tier | null,
    private readonly counted: Readonly<Record<Tier, Counted>>,
    private readonly ofWeek: Counted,
  ) {}

  /** @param groups the time, and the public posts whose group then may differ from the recorded one */
  static async of(board: ViewReader<LeaderboardDocument>, post: Row, groups: Groups): Promise<BoardRanks> {
    const lists = [...TIERS.map((tier) => ({ tier })), { week: post.week }];
    const recorded = await countedBefore(board, lists, post);
    const counted = (tier: Tier) => countedAt(tier, recorded[TIERS.indexOf(tier)], post, groups);
    const tier = post.isPublic ? tierAt(post, groups.at) : null;
    const byTier = { mega: counted('mega'), regular: counted('regular'), none: counted('none') };
    return new BoardRanks(tier, byTier, recorded[TIERS.length] ?? NONE);
  }

  /** How many posts have a rank. */
  get of(): number {
    return TIERS.reduce((sum, tier) => sum + this.counted[tier].of, 0);
  }

  /** The rank by rating alone; null for a hidden post. */
  get allTime(): number | null {
    if (this.tier === null) return null;
    return TIERS.reduce((sum, tier) => sum + this.counted[tier].before, 1);
  }

  /** The rank by rating alone among the posts of the same week, null for a hidden post; and how many these are. */
  get week(): { readonly place: number | null; readonly of: number } {
    const { of, before } = this.ofWeek;
    return { place: this.tier === null ? null : before + 1, of };
  }

  /** The rank on the board of all posts, top rated first; null for a hidden post. */
  get board(): number | null {
    return this.tier && this.rankIn(this.tier);
  }

  /** The same if the post had a boost of this type; null for a hidden post. */
  boardWith(boostType: BoostType): number | null {
    return this.tier && this.rankIn(boostType);
  }

  private rankIn(tier: Tier): number {
    const above = TIERS.slice(0, TIERS.indexOf(tier));
    const ahead = above.reduce((sum, one) => sum + this.counted[one].of, 0);
    // The post itself is counted in its own group.
    const itself = this.tier !== null && above.includes(this.tier as (typeof above)[number]) ? 1 : 0;
    return ahead - itself + this.counted[tier].before + 1;
  }
}
