import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
  type TypeOf,
  id,
  list,
  named,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
  time,
} from '../../kernel/field.js';
import { Money } from '../money.js';

/** What one side knows of an object. States are the words of our log. */
export const Side = named(
  'Side',
  object({
    /** Null if it is unknown. */
    amount: nullable(Money),
    state: text,
  }),
);
export type Side = TypeOf<typeof Side>;

/** An object as the payment provider and the log show it. It holds ids and amounts, no personal data. */
export const Compared = named(
  'Compared',
  object({
    object: oneOf('charge', 'refund', 'dispute', 'event'),
    /** The provider's id. */
    objectId: id,
    /** Our reference of the payment; null if it is unknown. */
    reference: nullable(id),
    /** Null if it is not at the provider. */
    provider: nullable(Side),
    /** Null if it is not in the log. */
    log: nullable(Side),
    /** When the provider created it, ISO 8601; null if it is unknown. */
    createdAt: nullable(time),
  }),
);
export type Compared = TypeOf<typeof Compared>;

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

export const Difference = named(
  'Difference',
  object({
    ...Compared.properties,
    kind: oneOf(...DIFFERENCE_KINDS),
    /** What reconciliation has added to the log because of it; null for nothing. */
    repair: nullable(oneOf(...REPAIRS)),
  }),
);
export type Difference = TypeOf<typeof Difference>;

/** Sums of both sides, in the smallest unit of a currency. */
export const Sums = named(
  'Sums',
  object({
    provider: number,
    log: number,
  }),
);
export type Sums = TypeOf<typeof Sums>;

/** What was compared in one currency: payments, refunds that did not fail, and disputes that are open or lost. */
export const Totals = named(
  'Totals',
  object({
    charged: Sums,
    refunded: Sums,
    disputed: Sums,
  }),
);
export type Totals = TypeOf<typeof Totals>;

/** Sums of the balance in one settlement currency. */
export const BalanceSums = named(
  'BalanceSums',
  object({
    lines: number,
    amount: number,
    fee: number,
    net: number,
  }),
);
export type BalanceSums = TypeOf<typeof BalanceSums>;

/** How many differences an event holds. */
export const MOST_DIFFERENCES = 500;

/** What a comparison of the payment provider with the log found. */
export const Reconciliation = object({
  since: time,
  at: time,
  mode: oneOf('test', 'live'),
  /** How many of each kind the provider has listed. */
  compared: object({ charge: number, refund: number, dispute: number, event: number }),
  differences: number,
  /** The first 500 of them. */
  listed: list(Difference),
  /** What differs and is younger than an hour. */
  pending: number,
  /** Objects at the provider that we did not create. */
  foreign: number,
  /** What differs, and an admin has settled. */
  settled: number,
  /** By currency. Without what is pending, foreign or settled. */
  totals: record(Totals),
  /** By settlement currency. */
  balance: record(BalanceSums),
});

const run = { runId: id, ...Reconciliation.properties };

/** One comparison of the payment provider with the log. */
export const ReconciliationRecord = aggregate('reconciliation', {
  id: ({ runId }: DataOf<typeof run>) => runId,
  initial: { recorded: false },
  events: {
    /** The payment provider and the log were compared, from `since` on. Times are ISO 8601. */
    ReconciliationRun: event(
      run,
      '{actor} compared Stripe with the log from {since|time} on: differences {differences}, too new {pending}, foreign {foreign}, settled {settled}.',
      { 'listed.objectId': 'stripe', 'listed.reference': 'payment' },
    ),
  },
}).rules({
  evolve: { ReconciliationRun: () => ({ recorded: true }) },
  decide: {
    /** Record that the payment provider and the log were compared. Idempotent by the run. */
    RecordReconciliation({ listed, ...others }: DataOf<typeof run>, { recorded }) {
      if (recorded) return [];
      const data = { ...others, listed: listed.slice(0, MOST_DIFFERENCES) };
      return [{ type: 'ReconciliationRun', data }];
    },
  },
});
