import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { RecordedReads } from '../../kernel/recorded-reads.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.projection.js';

/** Before the first boost. */
const NEVER = new Date(0).toISOString();

/** The last time at which the boost of a public post began or ended, and the next; null for none (ISO 8601). */
interface Moments {
  readonly last: string;
  readonly next: string | null;
}

/** The times at which boosts of public posts begin and end. Between two of them, time changes nothing on the board. */
@Injectable()
export class BoardMoments {
  private readonly board: ViewReader<LeaderboardDocument>;
  private readonly moments: () => Promise<Moments>;

  constructor(
    views: Views,
    private readonly records: RecordedReads,
    private readonly clock: Clock,
  ) {
    this.board = views.of(leaderboard);
    this.moments = records.remembered(
      () => this.read(),
      ({ last, next }) => {
        const now = this.now();
        return now < last || (next !== null && now >= next);
      },
    );
  }

  /** The last moment until now: boosts are as they are now. What recorded work makes of it holds until the next moment. */
  async last(): Promise<string> {
    const { last, next } = await this.moments();
    this.records.holdsUntil(next);
    return last;
  }

  private async read(): Promise<Moments> {
    const now = this.now();
    const [last, next] = await Promise.all([
      this.nearest({ $gte: '', $lte: now }, -1),
      this.nearest({ $gt: now }, 1),
    ]);
    return { last: last.at(-1) ?? NEVER, next: next.at(0) ?? null };
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
