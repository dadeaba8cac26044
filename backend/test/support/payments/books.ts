import type { DomainEvents } from '../../../src/domain/events.js';
import type { LoggedEvent } from '../../../src/kernel/event-log.js';

/** What a log says about all payments. */
export interface Books {
  readonly started: number;
  readonly confirmed: number;
  /** How many events of the provider were received. */
  readonly received: number;
  /** The boosts that were not granted exactly once for exactly one confirmation, by reference. */
  readonly wrongGrants: readonly string[];
  /** The data of what waits for an admin. */
  readonly parked: readonly unknown[];
  /** In the smallest unit of the currency. */
  readonly money: { readonly charged: number; readonly refunded: number; readonly disputed: number };
}

export function booksIn(log: readonly LoggedEvent[]): Books {
  const dataOf = <Data>(...types: readonly string[]) =>
    log.filter(({ type }) => types.includes(type)).map(({ data }) => data as Data);
  const confirmed = dataOf<DomainEvents['PaymentConfirmed']>('PaymentConfirmed');
  const paid = counted(
    confirmed.filter(({ purpose }) => purpose.kind === 'boost').map(({ reference }) => reference),
  );
  const granted = counted(
    dataOf<DomainEvents['BoostPurchased']>('BoostPurchased').map(({ boostId }) => boostId),
  );
  const references = [...new Set([...paid.keys(), ...granted.keys()])];
  const refunds = dataOf<DomainEvents['RefundObserved']>('RefundObserved');
  const disputes = dataOf<DomainEvents['DisputeObserved']>('DisputeObserved');
  const lastRefunds = [...new Map(refunds.map((refund) => [refund.providerRefundId, refund])).values()];
  const lastDisputes = [...new Map(disputes.map((dispute) => [dispute.disputeId, dispute])).values()];
  return {
    started: dataOf('CheckoutStarted').length,
    confirmed: confirmed.length,
    received: dataOf('StripeEventReceived').length,
    wrongGrants: references.filter((reference) => paid.get(reference) !== 1 || granted.get(reference) !== 1),
    parked: dataOf('PaymentParked', 'StripeEventParked'),
    money: {
      charged: sum(confirmed.map(({ price }) => price.amount)),
      refunded: sum(lastRefunds.map(({ state, amount }) => (state === 'succeeded' ? amount.amount : 0))),
      disputed: sum(lastDisputes.map(({ isWithdrawn, amount }) => (isWithdrawn ? amount.amount : 0))),
    },
  };
}

function counted(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, one) => total + one, 0);
}
