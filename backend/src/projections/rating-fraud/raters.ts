import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { type TypeOf, flag, id, list, nullable, number, object, record, time } from '../../kernel/field.js';
import { Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import type { AdminPart } from '../admin-list.js';
import { readerOf, view } from '../view.js';
import { wholeList } from '../whole-list.js';

/** The ratings that one person gave the posts of another, under `{from}>{to}`. */
const RaterPair = object({
  from: id,
  to: id,
  count: number,
  sum: number,
  /** Whether `from` rated `to` high, several times: such pairs form rings. */
  isHigh: flag,
});
type RaterPairDocument = TypeOf<typeof RaterPair>;

export const raterPairs = view('rater-pairs', {
  version: 1,
  document: RaterPair,
  indexes: ['isHigh', 'from -count'],
}).createdBy(({ userId, ownerId }: DomainEvents['Rated']) => `${userId}>${ownerId}`, {
  Rated: (pair, { userId, ownerId, score }) => {
    const count = (pair?.count ?? 0) + 1;
    const sum = (pair?.sum ?? 0) + score;
    const { ratings, average } = SUSPICION.ring;
    return { from: userId, to: ownerId, count, sum, isHigh: count >= ratings && sum >= average * count };
  },
});

/** What can be suspicious about the ratings of one person. Rings of several people are found in the pairs. */
export const RATER_SIGNALS = ['onePerson', 'extremes', 'burst'] as const;
export type RaterSignal = (typeof RATER_SIGNALS)[number];

/** When ratings become suspicious. */
const SUSPICION = {
  /** A new account that rates mostly one person: its ratings of the first days, and the share of one owner. */
  onePerson: { days: 7, ratings: 5, share: 0.8 },
  /** A person who only ever gives 0 or 10. */
  extremes: { ratings: 10 },
  /** A person who gives many ratings in a short time. */
  burst: { ratings: 10, seconds: 120 },
  /** People who rate each other high, several times each. */
  ring: { ratings: 3, average: 9 },
} as const;

/** The owners that a document names; the ratings of a new account for more owners are not of one person. */
const MOST_OWNERS = 20;
const DAY_MS = 86_400_000;

/** The ratings of one person, under the id of their account. */
const Rater = object({
  /** Null if the account is not known. */
  registeredAt: nullable(time),
  lastRatedAt: nullable(time),
  count: number,
  /** How many of them are 0 or 10. */
  extremeCount: number,
  /** The number of ratings in the first days, and how many of them went to each owner. */
  early: object({ count: number, owners: record(number) }),
  /** The times of the last ratings, oldest first. */
  lastTimes: list(time),
  /** The shortest time for as many ratings as a burst has, in seconds; null before there are so many. */
  fastestSeconds: nullable(number),
  signals: object({ onePerson: flag, extremes: flag, burst: flag }),
  isSuspicious: flag,
  /** The act that excludes all ratings of this person; null while these count. */
  excludedBy: nullable(id),
});
export type RaterDocument = TypeOf<typeof Rater>;

const NEW: RaterDocument = {
  registeredAt: null,
  lastRatedAt: null,
  count: 0,
  extremeCount: 0,
  early: { count: 0, owners: {} },
  lastTimes: [],
  fastestSeconds: null,
  signals: { onePerson: false, extremes: false, burst: false },
  isSuspicious: false,
  excludedBy: null,
};

export const raters = view('raters', {
  version: 1,
  document: Rater,
  indexes: ['isSuspicious -lastRatedAt', ...RATER_SIGNALS.map((signal) => `signals.${signal} -lastRatedAt`)],
})
  .createdBy('accountId', {
    AccountRegistered: (rater, _, { at }) => ({ ...(rater ?? NEW), registeredAt: at }),
  })
  .createdBy('userId', {
    Rated: (rater, rating, { at }) => judged(withRating(rater ?? NEW, rating, at)),
    RaterExcluded: (rater, { actId }) => ({ ...(rater ?? NEW), excludedBy: actId }),
    RaterIncluded: (rater) => ({ ...(rater ?? NEW), excludedBy: null }),
  });

function withRating(
  rater: RaterDocument,
  { ownerId, score }: { readonly ownerId: string; readonly score: number },
  at: string,
): RaterDocument {
  const { burst } = SUSPICION;
  const lastTimes = [...rater.lastTimes, at].slice(-burst.ratings);
  const first = lastTimes.length === burst.ratings ? lastTimes[0] : undefined;
  const seconds = first === undefined ? null : (Date.parse(at) - Date.parse(first)) / 1000;
  const isEarly =
    rater.registeredAt !== null &&
    Date.parse(at) - Date.parse(rater.registeredAt) < SUSPICION.onePerson.days * DAY_MS;
  return {
    ...rater,
    lastRatedAt: at,
    count: rater.count + 1,
    extremeCount: rater.extremeCount + (score === 0 || score === 10 ? 1 : 0),
    early: isEarly ? earlier(rater.early, ownerId) : rater.early,
    lastTimes,
    fastestSeconds:
      seconds === null ? rater.fastestSeconds : Math.min(seconds, rater.fastestSeconds ?? seconds),
  };
}

function earlier({ count, owners }: RaterDocument['early'], ownerId: string): RaterDocument['early'] {
  const known = owners[ownerId];
  if (known === undefined && Object.keys(owners).length >= MOST_OWNERS) return { count: count + 1, owners };
  return { count: count + 1, owners: { ...owners, [ownerId]: (known ?? 0) + 1 } };
}

/** Derives the signals from the counts. */
function judged(rater: RaterDocument): RaterDocument {
  const { onePerson, extremes, burst } = SUSPICION;
  const { count, owners } = rater.early;
  const signals = {
    onePerson: count >= onePerson.ratings && Math.max(0, ...Object.values(owners)) >= onePerson.share * count,
    extremes: rater.count >= extremes.ratings && rater.extremeCount === rater.count,
    burst: rater.fastestSeconds !== null && rater.fastestSeconds <= burst.seconds,
  };
  return { ...rater, signals, isSuspicious: RATER_SIGNALS.some((signal) => signals[signal]) };
}

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
export class RatersReader extends readerOf(raters) {
  private readonly pairs: ViewReader<RaterPairDocument>;

  constructor(views: Views) {
    super(views);
    this.pairs = views.of(raterPairs);
  }

  /** Raters with this signal, or with any (null), those who rated last first. */
  async page(signal: RaterSignal | null, { limit, after }: AdminPart): Promise<RatersPage> {
    const where = signal === null ? { isSuspicious: true } : { [`signals.${signal}`]: true };
    const sort = { lastRatedAt: -1 } as const;
    const found = await this.documents.find({ where, sort, limit: limit + 1, ...(after && { after }) });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { raters: page, next: found.length > limit && last ? [last.lastRatedAt, last._id] : null };
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

/** People who rate each other high: a chain of high ratings leads from each of them to each other one. */
type Ring = readonly string[];

/**
 * The rings among pairs of whom one rates the other high, each with its members in order of their ids. Each person is in one ring at most. (The
 * strongly connected components with two members or more, by Tarjan's algorithm, without recursion.)
 */
export function ringsAmong(pairs: readonly Pick<RaterPairDocument, 'from' | 'to'>[]): readonly Ring[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of pairs) {
    const known = next.get(from);
    if (known) known.push(to);
    else next.set(from, [to]);
  }
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const rings: Ring[] = [];

  const enter = (person: string): { person: string; rest: string[] } => {
    index.set(person, index.size);
    low.set(person, index.size - 1);
    open.push(person);
    isOpen.add(person);
    return { person, rest: [...(next.get(person) ?? [])] };
  };
  const lower = (person: string, to: number) => low.set(person, Math.min(low.get(person) ?? to, to));

  for (const start of next.keys()) {
    if (index.has(start)) continue;
    const path = [enter(start)];
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { person, rest } = step;
      const neighbour = rest.pop();
      if (neighbour === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent) lower(parent.person, low.get(person) ?? 0);
        if (low.get(person) !== index.get(person)) continue;
        const members = open.splice(open.indexOf(person));
        for (const member of members) isOpen.delete(member);
        if (members.length > 1) rings.push(members.toSorted());
      } else if (!index.has(neighbour)) {
        path.push(enter(neighbour));
      } else if (isOpen.has(neighbour)) {
        lower(person, index.get(neighbour) ?? 0);
      }
    }
  }
  return rings;
}
