import { UNRECORDED } from '../../src/domain/rating/rating.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { COUNTED_TYPES, statistics } from '../../src/projections/statistics/statistics.js';
import { dayAfter, mondayOf } from '../../src/projections/statistics/days.js';
import { type Happened, folding } from '../support/given.js';

const of = { postId: 'post', ownerId: 'ann', userId: 'bob' };
const rated = (at: string): Happened => ({ type: 'Rated', data: { ...of, score: 8, ...UNRECORDED }, at });
const paid = (at: string, purpose: DomainEvents['PaymentConfirmed']['purpose'], currency = 'usd') =>
  ({
    type: 'PaymentConfirmed',
    at,
    data: {
      reference: 'payment',
      userId: 'ann',
      purpose,
      price: { amount: 199, currency },
      paymentIntentId: 'pi_1',
    },
  }) satisfies Happened;
const boost = { kind: 'boost', boostType: 'regular', postId: null } as const;
const refund = (
  state: DomainEvents['RefundObserved']['state'],
  before: DomainEvents['RefundObserved']['before'],
  at = '2026-11-25T10:00:00.000Z',
): Happened => ({
  type: 'RefundObserved',
  at,
  data: {
    reference: 'payment',
    userId: 'ann',
    purpose: boost,
    providerRefundId: 're_1',
    amount: { amount: 50, currency: 'usd' },
    state,
    refundedTotal: { amount: 50, currency: 'usd' },
    price: { amount: 199, currency: 'usd' },
    before,
  },
});
const DAY = '2026-11-25';
const nothing = { counts: {}, grantedAppeals: 0, money: {} };

describe('the statistics of a day', () => {
  it('count each event on its day in UTC, from midnight to midnight', () =>
    folding(
      statistics,
      rated('2026-11-24T23:59:59.999Z'),
      rated('2026-11-25T00:00:00.000Z'),
      rated('2026-11-25T23:59:59.999Z'),
    ).gives({
      '2026-11-24': { ...nothing, counts: { Rated: 1 } },
      '2026-11-25': { ...nothing, counts: { Rated: 2 } },
    }));

  it('keep what happened when it is undone later, and count the undoing as such', () => {
    const at = '2026-11-26T08:00:00.000Z';
    folding(
      statistics,
      { type: 'Liked', data: of, at: `${DAY}T08:00:00.000Z` },
      { type: 'Unliked', data: of, at },
      {
        type: 'RatingExcluded',
        at,
        data: { ...of, score: 8, actId: 'act', counted: true, note: null },
      },
    ).gives({
      [DAY]: { ...nothing, counts: { Liked: 1 } },
      '2026-11-26': { ...nothing, counts: { Unliked: 1, RatingExcluded: 1 } },
    });
  });

  it('sum what was paid for boosts and donated, each currency for itself', () => {
    const at = `${DAY}T08:00:00.000Z`;
    folding(
      statistics,
      paid(at, boost),
      paid(at, boost),
      paid(at, { kind: 'donation' }),
      paid(at, { kind: 'donation' }, 'jpy'),
    ).gives({
      [DAY]: {
        ...nothing,
        counts: { PaymentConfirmed: 4 },
        money: {
          usd: { boosts: 398, donations: 199, refunds: 0 },
          jpy: { boosts: 0, donations: 199, refunds: 0 },
        },
      },
    });
  });

  it('take a refund once, when it is first seen, and take it back when it fails', () => {
    const refunds = (amount: number) => ({
      ...nothing,
      money: { usd: { boosts: 0, donations: 0, refunds: amount } },
    });
    folding(statistics, refund('pending', null), refund('succeeded', 'pending')).gives({
      [DAY]: refunds(50),
    });
    folding(statistics, refund('succeeded', null), refund('failed', 'succeeded')).gives({
      [DAY]: refunds(0),
    });
    folding(statistics, refund('failed', null)).gives({});
    folding(
      statistics,
      refund('succeeded', null),
      refund('canceled', 'succeeded', '2026-11-26T10:00:00.000Z'),
    ).gives({ [DAY]: refunds(50), '2026-11-26': refunds(-50) });
  });

  it('say how many of the decided appeals were granted', () => {
    const appeal = (isGranted: boolean): Happened => ({
      type: 'AppealDecided',
      at: `${DAY}T08:00:00.000Z`,
      data: {
        actId: 'act',
        about: 'post',
        subjectId: 'post',
        postId: 'post',
        postOwnerId: null,
        ownerId: 'ann',
        adminId: 'moe',
        isGranted,
        note: null,
      },
    });
    folding(statistics, appeal(true), appeal(false)).gives({
      [DAY]: { ...nothing, counts: { AppealDecided: 2 }, grantedAppeals: 1 },
    });
  });

  it('count each type of event in one count only', () =>
    expect(new Set(COUNTED_TYPES).size).toBe(COUNTED_TYPES.length));
});

describe('a week of statistics', () => {
  it.each([
    ['2026-11-23T00:00:00.000Z', '2026-11-23'],
    ['2026-11-29T23:59:59.999Z', '2026-11-23'],
    ['2026-11-30', '2026-11-30'],
    // 2027 begins in the last week of 2026.
    ['2027-01-03', '2026-12-28'],
  ])('of %s begins on %s', (at, monday) => expect(mondayOf(at)).toBe(monday));

  it('ends six days after its Monday, over the end of a month', () =>
    expect(dayAfter('2026-11-30', 6)).toBe('2026-12-06'));
});
