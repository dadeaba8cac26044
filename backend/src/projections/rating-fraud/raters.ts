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
export const RATER_SIGNALS = ['onePerson', 'extremes', 'burst', 'oneScore', 'harsh'] as const;
export type RaterSignal = (typeof RATER_SIGNALS)[number];

/** When ratings become suspicious. */
const SUSPICION = {
  /** A new account that rates mostly one person: its ratings of the first days, and the share of one owner. */
  onePerson: { days: 7, ratings: 5, share: 0.8 },
  /** A person who only ever gives 0 or 10. */
  extremes: { ratings: 10 },
  /** A person who gives many ratings in a short time: to posts that they chose, or to those that `/rate` served. */
  burst: { ratings: 10, seconds: { post: 120, rate: 15 } },
  /** A person who gives one score to many served posts in a short time. */
  oneScore: { ratings: 10, seconds: 30 },
  /** A person whose scores are far below those of others, in tenths. */
  harsh: { ratings: 10, below: 30 },
  /** People who rate each other high, several times each. */
  ring: { ratings: 3, average: 9 },
} as const;

/** The owners that a document names; the ratings of a new account for more owners are not of one person. */
const MOST_OWNERS = 20;
const DAY_MS = 86_400_000;

/** How fast a person rates. */
const Pace = object({
  /** The last ratings, oldest first. */
  last: list(object({ at: time, score: number })),
  /** The shortest time for as many ratings as a burst has, in seconds; null before there are so many. */
  fastestSeconds: nullable(number),
});
type Pace = TypeOf<typeof Pace>;

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
  /** Ratings of posts that the person chose, and of those that `/rate` served. */
  post: Pace,
  rate: Pace,
  /** The shortest time for as many equal scores in a row for served posts as are suspicious, in seconds. */
  fastestEqualSeconds: nullable(number),
  /** Ratings of posts that others had rated: their number, and by how many tenths they are below those of others. */
  below: object({ count: number, tenths: number }),
  signals: object({ onePerson: flag, extremes: flag, burst: flag, oneScore: flag, harsh: flag }),
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
  post: { last: [], fastestSeconds: null },
  rate: { last: [], fastestSeconds: null },
  fastestEqualSeconds: null,
  below: { count: 0, tenths: 0 },
  signals: { onePerson: false, extremes: false, burst: false, oneScore: false, harsh: false },
  isSuspicious: false,
  excludedBy: null,
};

export const raters = view('raters', {
  version: 2,
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
  { ownerId, score, via, othersTenths }: DomainEvents['Rated'],
  at: string,
): RaterDocument {
  const { pace, seconds } = faster(rater[via], { at, score });
  const isEqual = via === 'rate' && pace.last.every((one) => one.score === score);
  const isEarly =
    rater.registeredAt !== null &&
    Date.parse(at) - Date.parse(rater.registeredAt) < SUSPICION.onePerson.days * DAY_MS;
  return {
    ...rater,
    lastRatedAt: at,
    count: rater.count + 1,
    extremeCount: rater.extremeCount + (score === 0 || score === 10 ? 1 : 0),
    early: isEarly ? earlier(rater.early, ownerId) : rater.early,
    [via]: pace,
    fastestEqualSeconds: isEqual ? least(rater.fastestEqualSeconds, seconds) : rater.fastestEqualSeconds,
    below:
      othersTenths === null
        ? rater.below
        : { count: rater.below.count + 1, tenths: rater.below.tenths + othersTenths - score * 10 },
  };
}

/** The pace after one more rating, and the seconds that the last ratings took; null before there are so many. */
function faster({ last, fastestSeconds }: Pace, rating: Pace['last'][number]) {
  const { ratings } = SUSPICION.burst;
  const latest = [...last, rating].slice(-ratings);
  const first = latest.length === ratings ? latest[0] : undefined;
  const seconds = first ? (Date.parse(rating.at) - Date.parse(first.at)) / 1000 : null;
  return { pace: { last: latest, fastestSeconds: least(fastestSeconds, seconds) }, seconds };
}

function least(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function earlier({ count, owners }: RaterDocument['early'], ownerId: string): RaterDocument['early'] {
  const known = owners[ownerId];
  if (known === undefined && Object.keys(owners).length >= MOST_OWNERS) return { count: count + 1, owners };
  return { count: count + 1, owners: { ...owners, [ownerId]: (known ?? 0) + 1 } };
}

/** Derives the signals from the counts. */
function judged(rater: RaterDocument): RaterDocument {
  const { onePerson, extremes, burst, oneScore, harsh } = SUSPICION;
  const isWithin = (seconds: number | null, most: number) => seconds !== null && seconds <= most;
  const { count, owners } = rater.early;
  const signals = {
    onePerson: count >= onePerson.ratings && Math.max(0, ...Object.values(owners)) >= onePerson.share * count,
    extremes: rater.count >= extremes.ratings && rater.extremeCount === rater.count,
    burst:
      isWithin(rater.post.fastestSeconds, burst.seconds.post) ||
      isWithin(rater.rate.fastestSeconds, burst.seconds.rate),
    oneScore: isWithin(rater.fastestEqualSeconds, oneScore.seconds),
    harsh: rater.below.count >= harsh.ratings && rater.below.tenths >= harsh.below * rater.below.count,
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
