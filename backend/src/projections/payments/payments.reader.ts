import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';
import { type AdminList, type AdminPart, type Filters, filtered } from '../admin-list.js';
import { readerOf } from '../view.js';
import { wholeList } from '../whole-list.js';
import { type BoostGainsDocument, boostGains } from './boost-gains.js';
import { type PaymentDocument, payments } from './payments.js';
import {
  Boost,
  OwnPayment,
  type PaymentWithBoost,
  PublicBoost,
  type UnclaimedBoosts,
  hasBoost,
} from './shown-payments.js';
import { type StripeEventDocument, stripeEvents } from './stripe-events.js';

/** How many unclaimed boosts a response lists. */
const MOST_UNCLAIMED = 100;

/** How many boosts one run of the clock handles. */
const MOST_ENDING = 1000;

export const BOOST_SORTS = ['createdAt', '-createdAt'] as const;
export type BoostSort = (typeof BOOST_SORTS)[number];

/** Which boosts a list shows; what is not given does not matter. */
interface BoostFilters extends Filters<PaymentDocument, 'boostType' | 'userId'> {
  readonly state?: Boost['state'] | undefined;
  readonly postId?: string | undefined;
}

/** A page of a person's payments; the open ones can still be paid, the settled ones are or were. */
interface OwnPaymentsPage extends AdminPart {
  readonly part?: 'open' | 'settled' | undefined;
}

@Injectable()
export class PaymentsReader extends readerOf(payments) {
  private readonly gains: ViewReader<BoostGainsDocument>;
  private readonly events: ViewReader<StripeEventDocument>;

  constructor(views: Views) {
    super(views);
    this.gains = views.of(boostGains);
    this.events = views.of(stripeEvents);
  }

  /** The payment of a checkout page; null if it does not exist. */
  async ofSession(sessionId: string): Promise<Stored<PaymentDocument> | null> {
    const [payment] = await this.documents.find({ where: { sessionId }, limit: 1 });
    return payment ?? null;
  }

  /** Whether a checkout that was started since then waits for the news that it was paid or has expired. */
  async hasOpenCheckout(since: Date): Promise<boolean> {
    const opened = { startedAt: { $gte: since.toISOString() }, sessionId: { $gt: '' } };
    const where = { state: { $in: ['started', 'pending'] }, ...opened };
    return (await this.documents.find({ where, sort: { startedAt: 1 }, limit: 1 })).length > 0;
  }

  /** The boosts that a person can apply, the one that was granted first first. */
  async unclaimed(userId: string, now: Date): Promise<UnclaimedBoosts> {
    const where = { userId, 'boost.is': 'unclaimed' };
    const found = await this.documents.find({ where, sort: { 'boost.grantedAt': 1 }, limit: MOST_UNCLAIMED });
    const boosts = found.filter(hasBoost).map((payment) => new Boost(payment, now));
    const count = found.length < MOST_UNCLAIMED ? found.length : await this.documents.count(where);
    return { count, boost: boosts[0] ?? null, boosts };
  }

  /** The boost that a post has now, or that is held while it was on it; null for none. */
  async ofPost(postId: string, now: Date): Promise<PaymentWithBoost | null> {
    const found = await this.documents.find({
      where: { 'boost.postId': postId, 'boost.is': { $in: ['active', 'held'] } },
      limit: 10,
    });
    const isNow = (payment: PaymentWithBoost) =>
      ['active', 'held'].includes(new PublicBoost(payment, now).state);
    return found.filter(hasBoost).find(isNow) ?? null;
  }

  /** A person's payments, newest first: all of them, or a part. */
  async ownPaymentsOf(
    userId: string,
    { part, limit, after }: OwnPaymentsPage,
    now: Date,
  ): Promise<{ readonly payments: readonly OwnPayment[]; readonly next: readonly Scalar[] | null }> {
    const found = await this.documents.find({
      where: { userId, ...(part && { isSettled: part === 'settled' }) },
      sort: { startedAt: -1 },
      limit: limit + 1,
      ...(after && { after }),
    });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    const own = await this.withGains(rows, now);
    return {
      payments: part === 'open' ? own.filter(({ checkoutUrl }) => checkoutUrl !== null) : own,
      next: last ? [last.startedAt, last._id] : null,
    };
  }

  /** A payment as its owner sees it; null if it does not exist. */
  async ownPayment(reference: string, now: Date): Promise<OwnPayment | null> {
    const payment = await this.one(reference);
    const [own] = payment ? await this.withGains([payment], now) : [];
    return own ?? null;
  }

  /** All payments of a person, oldest first, for their export. */
  async by(userId: string, now: Date): Promise<readonly OwnPayment[]> {
    return this.withGains(await this.all({ userId }, { startedAt: 1 }), now);
  }

  /** Active boosts that have ended by `now` without a record of it, the earliest first, 1,000 at most. */
  async endedBoosts(now: Date): Promise<readonly PaymentWithBoost[]> {
    const found = await this.documents.find({
      where: { 'boost.is': 'active', 'boost.expiresAt': { $lte: now.toISOString() } },
      sort: { 'boost.expiresAt': 1 },
      limit: MOST_ENDING,
    });
    return found.filter(hasBoost);
  }

  /** Active boosts that end by `until`, and whose owners were not notified, the earliest first, 1,000 at most. */
  async endingBoosts(until: Date): Promise<readonly PaymentWithBoost[]> {
    const found = await this.documents.find({
      where: {
        'boost.is': 'active',
        'boost.isNotified': false,
        'boost.expiresAt': { $lte: until.toISOString() },
      },
      sort: { 'boost.expiresAt': 1 },
      limit: MOST_ENDING,
    });
    return found.filter(hasBoost);
  }

  /** All events of the payment provider that are parked and not settled, oldest first. */
  parkedEvents(): Promise<readonly Stored<StripeEventDocument>[]> {
    return wholeList(this.events, { parkedAt: { $gt: '' } }, { parkedAt: 1 });
  }

  /** A page of the payments whose money has moved since, in the order of the last move. */
  movedSince(
    since: Date,
    { limit, after }: { readonly limit: number; readonly after: Stored<PaymentDocument> | null },
  ): Promise<readonly Stored<PaymentDocument>[]> {
    return this.documents.find({
      where: { movedAt: { $gte: since.toISOString() } },
      sort: { movedAt: 1 },
      limit,
      ...(after && { after: [after.movedAt, after._id] }),
    });
  }

  /** The boosts that pass all filters, in the order in which they were granted. */
  boosts({ state, boostType, userId, postId }: BoostFilters, sort: BoostSort): AdminList<PaymentDocument> {
    const granted = { 'boost.grantedAt': { $gt: '' } };
    return filtered<PaymentDocument>(
      {
        name: 'boosts',
        view: this.documents,
        sort: { field: 'boost.grantedAt', direction: sort === 'createdAt' ? 1 : -1, type: 'time' },
      },
      [
        userId !== undefined && {
          where: { userId, ...granted },
          fits: (payment) => payment.userId === userId,
        },
        state !== undefined && { where: { 'boost.is': state }, fits: ({ boost }) => boost?.is === state },
        boostType !== undefined && { fits: (payment) => payment.boostType === boostType },
        postId !== undefined && { fits: ({ boost }) => boost?.postId === postId },
      ],
      granted,
    );
  }

  private async withGains(rows: readonly Stored<PaymentDocument>[], now: Date): Promise<OwnPayment[]> {
    const posts = rows.flatMap(({ boost }) => (boost?.postId ? [boost.postId] : []));
    const gains = await this.gains.getMany([...new Set(posts)]);
    return rows.map((payment) => {
      const { _id, boost } = payment;
      const gain = boost?.postId ? gains.get(boost.postId)?.gains[_id] : undefined;
      return new OwnPayment(payment, gain ?? null, now);
    });
  }
}
