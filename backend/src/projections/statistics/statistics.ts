import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import type { Money } from '../../domain/money.js';
import type { Recorded } from '../../kernel/event.js';
import { type TypeOf, number, object, record } from '../../kernel/field.js';
import { isFailedRefund } from '../payments/payment-movements.js';
import { readerOf, view } from '../view.js';
import { dayAfter, dayOf } from './days.js';

/** The parts of the statistics. Roles see some of them. */
export type StatisticsPart = 'people' | 'content' | 'moderation' | 'money';

interface CountSpec {
  readonly part: StatisticsPart;
  /** Each event of one of these types counts once, as it is one line of the audit trail. */
  readonly types: readonly (keyof DomainEvents)[];
}

/**
 * What is counted, in the order in which it is shown. A count says what happened on a day and never changes later: undoing
 * something, excluding it or deleting it is another event, which counts for its own day.
 */
export const COUNTS = {
  accounts: { part: 'people', types: ['AccountRegistered'] },
  verifications: { part: 'people', types: ['EmailVerified'] },
  accountDeletions: { part: 'people', types: ['AccountDeleted'] },
  photos: { part: 'content', types: ['PhotoRated'] },
  refusedPhotos: { part: 'content', types: ['PhotoRefused'] },
  posts: { part: 'content', types: ['PostPublished'] },
  postDeletions: { part: 'content', types: ['PostDeleted'] },
  ratings: { part: 'content', types: ['Rated'] },
  likes: { part: 'content', types: ['Liked', 'CommentLiked'] },
  takenBackLikes: { part: 'content', types: ['Unliked', 'CommentUnliked'] },
  comments: { part: 'content', types: ['CommentPosted'] },
  commentDeletions: { part: 'content', types: ['CommentDeleted'] },
  reports: { part: 'moderation', types: ['PostReported', 'CommentReported', 'ProfileReported'] },
  reviewedReports: { part: 'moderation', types: ['ReportReviewed'] },
  dismissedReports: { part: 'moderation', types: ['ReportDismissed'] },
  hiddenPosts: { part: 'moderation', types: ['PostHidden'] },
  removedPosts: { part: 'moderation', types: ['PostRemoved'] },
  hiddenComments: { part: 'moderation', types: ['CommentHidden'] },
  excludedRatings: { part: 'moderation', types: ['RatingExcluded'] },
  strikes: { part: 'moderation', types: ['AccountStruck'] },
  suspensions: { part: 'moderation', types: ['AccountSuspended'] },
  appeals: { part: 'moderation', types: ['AppealFiled'] },
  decidedAppeals: { part: 'moderation', types: ['AppealDecided'] },
  payments: { part: 'money', types: ['PaymentConfirmed'] },
  boughtBoosts: { part: 'money', types: ['BoostPurchased'] },
  appliedBoosts: { part: 'money', types: ['BoostApplied'] },
  startedRefunds: { part: 'money', types: ['RefundStarted'] },
} as const satisfies Readonly<Record<string, CountSpec>>;

export type CountName = keyof typeof COUNTS;
type CountedType = (typeof COUNTS)[CountName]['types'][number];

/** The names of all counts, in order. */
export const COUNT_NAMES = Object.keys(COUNTS) as readonly CountName[];

/** The types of all events that count. Each belongs to one count. */
export const COUNTED_TYPES: readonly CountedType[] = COUNT_NAMES.flatMap((name) => [...COUNTS[name].types]);

/** What moved on a day in one currency, in its smallest unit. */
const DayMoney = object({
  boosts: number,
  donations: number,
  /** What was refunded, less refunds that failed later; negative if more came back than was refunded. */
  refunds: number,
});
export type DayMoney = TypeOf<typeof DayMoney>;

/** What the log recorded on a day in UTC, under the day: `2026-11-25`. */
const Day = object({
  /** How many events, by type. */
  counts: record(number),
  /** How many of the decided appeals were granted. */
  grantedAppeals: number,
  /** By currency. */
  money: record(DayMoney),
});
type DayDocument = TypeOf<typeof Day>;

const EMPTY_DAY: DayDocument = { counts: {}, grantedAppeals: 0, money: {} };
const NO_MONEY: DayMoney = { boosts: 0, donations: 0, refunds: 0 };

const dayOfEvent = (_: object, { metadata }: Recorded) => dayOf(metadata.at);

export const statistics = view('statistics', { version: 1, document: Day, isGathered: true })
  .createdBy(
    dayOfEvent,
    COUNTED_TYPES.filter((type) => type !== 'AppealDecided' && type !== 'PaymentConfirmed'),
    (day, _, __, ___, { type }) => counted(day, type),
  )
  .createdBy(dayOfEvent, {
    AppealDecided: (before, { isGranted }) => {
      const day = counted(before, 'AppealDecided');
      return isGranted ? { ...day, grantedAppeals: day.grantedAppeals + 1 } : day;
    },
    PaymentConfirmed: (day, { purpose, price }) =>
      moved(counted(day, 'PaymentConfirmed'), purpose.kind === 'boost' ? 'boosts' : 'donations', price),
  })
  .createdBy(
    (refund: DomainEvents['RefundObserved'], { metadata }: Recorded) =>
      refunded(refund) && dayOf(metadata.at),
    {
      RefundObserved: (day, refund) =>
        moved(day, 'refunds', refunded(refund) ?? { ...refund.amount, amount: 0 }),
    },
  );

function counted(day: DayDocument | null, type: CountedType): DayDocument {
  const { counts, ...rest } = day ?? EMPTY_DAY;
  return { ...rest, counts: { ...counts, [type]: (counts[type] ?? 0) + 1 } };
}

function moved(day: DayDocument | null, column: keyof DayMoney, { amount, currency }: Money): DayDocument {
  const { money, ...rest } = day ?? EMPTY_DAY;
  const sums = money[currency] ?? NO_MONEY;
  return { ...rest, money: { ...money, [currency]: { ...sums, [column]: sums[column] + amount } } };
}

/** The amount by which a refund changed what left us: negative if it failed after it was seen. */
function refunded({ state, before, amount }: DomainEvents['RefundObserved']): Money | null {
  if (!isFailedRefund(state)) return before === null || isFailedRefund(before) ? amount : null;
  return before === null || isFailedRefund(before) ? null : { ...amount, amount: -amount.amount };
}

/** Days in UTC, the first and the last one included. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** What the log recorded on some days. */
export class DaysRecord {
  constructor(private readonly days: readonly DayDocument[]) {}

  /** How many events a count counted. */
  count(name: CountName): number {
    const types = COUNTS[name].types;
    return this.sumOf(({ counts }) => types.reduce((sum, type) => sum + (counts[type] ?? 0), 0));
  }

  get grantedAppeals(): number {
    return this.sumOf((day) => day.grantedAppeals);
  }

  /** The currencies in which money moved, in alphabetical order. */
  get currencies(): readonly string[] {
    return [...new Set(this.days.flatMap(({ money }) => Object.keys(money)))].toSorted();
  }

  /** What moved in one currency, in its smallest unit. */
  money(column: keyof DayMoney, currency: string): number {
    return this.sumOf(({ money }) => (money[currency] ?? NO_MONEY)[column]);
  }

  private sumOf(figure: (day: DayDocument) => number): number {
    return this.days.reduce((sum, day) => sum + figure(day), 0);
  }
}

/** Reads what happened on which day. */
@Injectable()
export class StatisticsReader extends readerOf(statistics) {
  /** What the log recorded in each of these periods, in their order. They are read in one go. */
  async of(periods: readonly Days[]): Promise<readonly DaysRecord[]> {
    const daysOf = periods.map(({ first, last }) => {
      const days: string[] = [];
      for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day);
      return days;
    });
    const found = await this.documents.getMany(daysOf.flat());
    return daysOf.map((days) => new DaysRecord(days.map((day) => found.get(day) ?? EMPTY_DAY)));
  }
}
