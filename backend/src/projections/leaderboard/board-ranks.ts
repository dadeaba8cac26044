import type { BoostType } from '../../domain/boosts/boosts.events.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { BoardOrder, Row } from './board-order.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';
import { TIERS, type Tier, tierAt } from './post-boosts.js';
import { type Counted, comesBefore, countedBefore } from './rank-counts.js';

const NONE: Counted = { of: 0, before: 0 };

/** The ranks of one post among all public posts at a time. */
export class BoardRanks {
  private constructor(
    private readonly tier: Tier | null,
    private readonly counted: Readonly<Record<Tier, Counted>>,
    private readonly ofWeek: Counted,
  ) {}

  /** @param groups the time, and the public posts whose group then may differ from the recorded one */
  static async of(
    board: ViewReader<LeaderboardDocument>,
    post: Stored<LeaderboardDocument>,
    { at: now, moved }: Pick<BoardOrder, 'at' | 'moved'>,
  ): Promise<BoardRanks> {
    const lists = [...TIERS.map((tier) => ({ tier })), { week: post.week }];
    const recorded = await countedBefore(board, lists, post);
    const counted = (tier: Tier): Counted => {
      const { of, before } = recorded[TIERS.indexOf(tier)] ?? NONE;
      const [joined, left] = [
        moved.filter((row) => row.tier !== tier && tierAt(row, now) === tier),
        moved.filter((row) => row.tier === tier && tierAt(row, now) !== tier),
      ];
      const better = (rows: readonly Row[]) => rows.filter((row) => comesBefore(row, post)).length;
      return {
        of: of + joined.length - left.length,
        before: before + better(joined) - better(left),
      };
    };
    const tier = post.isPublic ? tierAt(post, now) : null;
    const groups = { mega: counted('mega'), regular: counted('regular'), none: counted('none') };
    return new BoardRanks(tier, groups, recorded[TIERS.length] ?? NONE);
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
