import type { Catalogue } from '../../kernel/event.js';
import type { Money } from '../money.js';

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

export const DIFFERENCE_KINDS = [
  'not in the log',
  'not at the provider',
  'currency differs',
  'amount differs',
  'state differs',
  'event parked',
  'not readable',
] as const;
export const REPAIRS = ['event ingested', 'observation appended'] as const;

export interface Difference extends Compared {
  readonly kind: (typeof DIFFERENCE_KINDS)[number];
  /** What reconciliation has added to the log because of it; null for nothing. */
  readonly repair: (typeof REPAIRS)[number] | null;
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

/** How many differences an event holds. */
export const MOST_DIFFERENCES = 500;

/** The events of `reconciliation-{runId}`. */
export interface ReconciliationEvents {
  /** The payment provider and the log were compared, from `since` on. Times are ISO 8601. */
  ReconciliationRun: {
    runId: string;
    since: string;
    at: string;
    mode: 'test' | 'live';
    /** How many of each kind the provider has listed. */
    compared: Readonly<Record<Compared['object'], number>>;
    differences: number;
    /** The first 500 of them. */
    listed: readonly Difference[];
    /** What differs and is younger than an hour. */
    pending: number;
    /** Objects at the provider that we did not create. */
    foreign: number;
    /** Charges that differ, and that an admin has settled. */
    settled: number;
    /** By currency. Without what is pending, foreign or settled. */
    totals: Readonly<Record<string, Totals>>;
    /** By settlement currency. */
    balance: Readonly<Record<string, BalanceSums>>;
  };
}

export const reconciliationEvents: Catalogue<ReconciliationEvents> = {
  ReconciliationRun: {
    version: 1,
    trail: {
      says: '{actor} compared Stripe with the log from {since|time} on: differences {differences}, too new {pending}, foreign {foreign}, settled {settled}.',
      about: { 'listed.objectId': 'stripe', 'listed.reference': 'payment' },
    },
  },
};
