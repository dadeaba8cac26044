import type { Money } from '../../domain/money.js';
import type { BalanceLine } from '../../infrastructure/payments/payments.port.js';

/** What one side knows of an object. States are the words of our log. */
export interface Side {
  /** Null if it is unknown. */
  readonly amount: Money | null;
  readonly state: string;
}

/** An object as the payment provider and the log show it. It holds ids and amounts, no personal data. */
export interface Compared {
  readonly object: 'charge' | 'refund' | 'dispute' | 'event';
  /** The provider's id. */
  readonly objectId: string;
  /** Our reference of the payment; null if it is unknown. */
  readonly reference: string | null;
  /** Null if it is not at the provider. */
  readonly provider: Side | null;
  /** Null if it is not in the log. */
  readonly log: Side | null;
  /** When the provider created it, ISO 8601; null if it is unknown. */
  readonly createdAt: string | null;
}

export interface Difference extends Compared {
  readonly kind:
    | 'not in the log'
    | 'not at the provider'
    | 'currency differs'
    | 'amount differs'
    | 'state differs'
    | 'event parked';
  /** What reconciliation has added to the log because of it; null for nothing. */
  readonly repair: 'event ingested' | 'observation appended' | null;
}

/** A list that keeps the first 1,000 and counts the rest. */
export interface Capped<Item> {
  readonly count: number;
  readonly listed: readonly Item[];
}

/** Sums of both sides, in the smallest unit of a currency. */
export interface Sums {
  readonly provider: number;
  readonly log: number;
}

/** What was compared in one currency: payments, refunds that did not fail, and disputes that are open or lost. */
export interface Totals {
  readonly charged: Sums;
  readonly refunded: Sums;
  readonly disputed: Sums;
}

/** Sums of the balance in one settlement currency. */
export interface BalanceSums {
  readonly lines: number;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
}

/** The result of a reconciliation. Times are ISO 8601. */
export interface ReconciliationReport {
  readonly since: string;
  readonly at: string;
  readonly mode: 'test' | 'live';
  /** How many of each kind the provider has listed. */
  readonly compared: Readonly<Record<Compared['object'], number>>;
  readonly differences: readonly Difference[];
  /** What differs and is younger than an hour. */
  readonly pending: Capped<Compared>;
  /** Objects at the provider that we did not create. */
  readonly foreign: Capped<Compared>;
  /** Charges that differ, and that an admin has settled. */
  readonly settled: Capped<Compared>;
  /** By currency. Without what is pending, foreign or settled. */
  readonly totals: Readonly<Record<string, Totals>>;
  /** The lines of our balance, in the settlement currency. */
  readonly balance: Capped<BalanceLine> & { readonly totals: Readonly<Record<string, BalanceSums>> };
}

const MOST_LISTED = 1000;

export class CappedList<Item> implements Capped<Item> {
  count = 0;
  readonly listed: Item[] = [];

  add(item: Item): void {
    this.count += 1;
    if (this.listed.length < MOST_LISTED) this.listed.push(item);
  }

  get plain(): Capped<Item> {
    return { count: this.count, listed: this.listed };
  }
}
