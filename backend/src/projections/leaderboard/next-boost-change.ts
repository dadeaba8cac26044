import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { RecordedReads } from '../../kernel/recorded-reads.js';
import { BoardOrder } from './board-order.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.js';

/** Before the first boost. */
const NEVER = new Date(0).toISOString();

/**
 * The times at which boosts of public posts begin and end, and the groups of the board between them: until the next one,
 * time changes nothing on the board.
 */
@Injectable()
export class BoostChanges {
  /** The groups as they are now: of the posts that the public sees, and of all posts. */
  readonly shown: () => Promise<BoardOrder>;
  readonly all: () => Promise<BoardOrder>;
  private readonly board: ViewReader<LeaderboardDocument>;
  private readonly moment: () => Promise<{ readonly at: string }>;

  constructor(
    publicViews: PublicViews,
    views: Views,
    private readonly records: RecordedReads,
    private readonly clock: Clock,
  ) {
    this.board = views.of(leaderboard);
    this.moment = this.remembered(() => this.read());
    const groupsOf = (board: ViewReader<LeaderboardDocument>) =>
      this.remembered(async () => BoardOrder.of(board, await this.last()));
    this.shown = groupsOf(publicViews.of(leaderboard));
    this.all = groupsOf(this.board);
  }

  /** The last moment until now: boosts are as they are now. What recorded work makes of it holds until the next moment. */
  async last(): Promise<string> {
    return (await this.moment()).at;
  }

  private remembered<Result extends { readonly at: string }>(
    work: () => Promise<Result>,
  ): () => Promise<Result> {
    return this.records.remembered(work, ({ at }, endsAt) => {
      const now = this.now();
      return now < at || (endsAt !== null && now >= endsAt);
    });
  }

  private async read(): Promise<{ readonly at: string }> {
    const now = this.now();
    const [last, next] = await Promise.all([
      this.nearest({ $gte: '', $lte: now }, -1),
      this.nearest({ $gt: now }, 1),
    ]);
    this.records.holdsUntil(next.at(0) ?? null);
    return { at: last.at(-1) ?? NEVER };
  }

  /** The nearest begin and the nearest end, in order. */
  private async nearest(
    range: { readonly $gt: string } | { readonly $gte: string; readonly $lte: string },
    direction: 1 | -1,
  ): Promise<readonly string[]> {
    const found = await Promise.all(
      (['boostEndsAt', 'tierSince'] as const).map(async (field) => {
        const [post] = await this.board.find({
          where: { [field]: range },
          sort: { [field]: direction },
          limit: 1,
        });
        return post?.[field] ?? [];
      }),
    );
    return found.flat().toSorted();
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}
