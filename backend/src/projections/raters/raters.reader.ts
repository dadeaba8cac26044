import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import { wholeList } from '../whole-list.js';
import { type RaterPairDocument, raterPairs } from './rater-pairs.projection.js';
import { type RaterDocument, type RaterSignal, raters } from './raters.projection.js';
import { type Ring, ringsAmong } from './rings.js';

/** The most pairs that are read to find rings. */
const MOST_PAIRS = 20_000;
/** How many of the people that a person rated most are named. */
const MOST_RATED = 10;

/** A page of raters, and the cursor of the next page; null on the last page. */
export interface RatersPage {
  readonly raters: readonly Stored<RaterDocument>[];
  readonly next: readonly Scalar[] | null;
}

/** The time of the last rating, and the id. */
export const RATERS_CURSOR: readonly CursorPart[] = ['time', 'text'];

/** Reads whose ratings look as if they were meant to move the board. */
@Injectable()
export class RatersReader {
  private readonly raters: ViewReader<RaterDocument>;
  private readonly pairs: ViewReader<RaterPairDocument>;

  constructor(views: Views) {
    this.raters = views.of(raters);
    this.pairs = views.of(raterPairs);
  }

  /** Raters with this signal, or with any (null), those who rated last first. */
  async page(
    signal: RaterSignal | null,
    { limit, after }: { readonly limit: number; readonly after: readonly Scalar[] | null },
  ): Promise<RatersPage> {
    const where = signal === null ? { isSuspicious: true } : { [`signals.${signal}`]: true };
    const sort = { lastRatedAt: -1 } as const;
    const found = await this.raters.find({ where, sort, limit: limit + 1, ...(after && { after }) });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { raters: page, next: found.length > limit && last ? [last.lastRatedAt, last._id] : null };
  }

  /** One person as a rater; null if they are unknown. */
  rater(userId: string): Promise<Stored<RaterDocument> | null> {
    return this.raters.get(userId);
  }

  /** Whom a person rated most, with the number and the sum of the ratings. */
  mostRatedBy(userId: string): Promise<readonly Stored<RaterPairDocument>[]> {
    return this.pairs.find({ where: { from: userId }, sort: { count: -1 }, limit: MOST_RATED });
  }

  /** People who rate each other high, several times each; the largest ring first. */
  async rings(): Promise<readonly Ring[]> {
    const pairs = await wholeList(this.pairs, { isHigh: true }, {}, MOST_PAIRS);
    return ringsAmong(pairs).toSorted((one, other) => other.length - one.length);
  }
}
