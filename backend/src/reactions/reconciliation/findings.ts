import type { BalanceSums, Compared, Difference, Totals } from '../../domain/payment/reconciliation.js';
import type { BalanceLine } from '../../infrastructure/payments/payments.port.js';
import type { Undecodable } from '../../kernel/undecodable.js';
import { differenceOf } from './comparison.js';
import { CappedList, type ReconciliationReport } from './report.js';
import { addLine, addTo } from './sums.js';

/** What a run has found so far. Only differences are kept one by one; all else is counted and listed up to a limit. */
export class Findings {
  readonly differences: Difference[] = [];
  private readonly compared = { charge: 0, refund: 0, dispute: 0, event: 0 };
  private readonly pending = new CappedList<Compared>();
  private readonly foreign = new CappedList<Compared>();
  private readonly settled = new CappedList<Compared>();
  private readonly totals: Record<string, Totals> = {};
  private readonly lines = new CappedList<BalanceLine>();
  private readonly balance: Record<string, BalanceSums> = {};

  count(object: Compared['object']): void {
    this.compared[object] += 1;
  }

  addForeign(object: Compared): void {
    this.foreign.add(object);
  }

  /**
   * Takes in an object of ours, with both sides.
   * @param standing of a difference: it may still vanish by itself, an admin has settled it, or it counts
   * @returns the index of the difference, or null if it is not one
   */
  add(object: Compared, standing: 'pending' | 'settled' | 'counts'): number | null {
    const kind = differenceOf(object.provider, object.log);
    if (kind !== null && standing !== 'counts') {
      this[standing].add(object);
      return null;
    }
    addTo(this.totals, object);
    return kind === null ? null : this.differences.push({ ...object, kind, repair: null }) - 1;
  }

  /** Notes what was added to the log because of a difference. */
  repaired(index: number, repair: Difference['repair']): void {
    const difference = this.differences[index];
    if (difference) this.differences[index] = { ...difference, repair };
  }

  /** Takes in an event that could not be acted on and that no admin has settled. */
  addParked(event: Compared): void {
    this.differences.push({ ...event, kind: 'event parked', repair: null });
  }

  /** Takes in an object of which the log's side is in quarantine. */
  addUnreadable(object: Omit<Compared, 'log'>, { type, position }: Undecodable): void {
    const log = { amount: null, state: `in quarantine: ${type} at position ${position}` };
    this.differences.push({ ...object, log, kind: 'not readable', repair: null });
  }

  addLine(line: BalanceLine): void {
    addLine(this.balance, line);
    this.lines.add(line);
  }

  report(facts: Pick<ReconciliationReport, 'since' | 'at' | 'mode'>): ReconciliationReport {
    return {
      ...facts,
      compared: this.compared,
      differences: this.differences,
      pending: this.pending.plain,
      foreign: this.foreign.plain,
      settled: this.settled.plain,
      totals: this.totals,
      balance: { ...this.lines.plain, totals: this.balance },
    };
  }
}
