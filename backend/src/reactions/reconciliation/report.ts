import type { BalanceSums, Compared, Difference, Totals } from '../../domain/payment/reconciliation.js';
import type { BalanceLine } from '../../infrastructure/payments/payments.port.js';

/** A list that keeps the first 1,000 and counts the rest. */
export interface Capped<Item> {
  readonly count: number;
  readonly listed: readonly Item[];
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
  /** What differs, and an admin has settled. */
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
