import type { BalanceSums, Compared, Difference, Totals, Side } from '../../domain/payment/reconciliation.js';
import type { BalanceLine } from '../../infrastructure/payments/payments.port.js';
import type { Undecodable } from '../../kernel/undecodable.js';
import { differenceOf } from './comparison.js';
import { CappedList, type ReconciliationReport } from './report.js';

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

const NONE = { provider: 0, log: 0 };
const NOTHING: Totals = { charged: NONE, refunded: NONE, disputed: NONE };

const SUM_OF = { charge: 'charged', refund: 'refunded', dispute: 'disputed' } as const;

/** The states in which money has moved, or is on its way back. */
const COUNTED: Readonly<Record<keyof typeof SUM_OF, ReadonlySet<string>>> = {
  charge: new Set(['paid']),
  refund: new Set(['pending', 'succeeded']),
  dispute: new Set(['open', 'lost']),
};

/** Adds what both sides say of an object to the totals per currency. */
export function addTo(totals: Record<string, Totals>, { object, provider, log }: Compared): void {
  if (object === 'event') return;
  const add = (side: Side | null, of: 'provider' | 'log') => {
    if (!side?.amount || !COUNTED[object].has(side.state)) return;
    const { amount, currency } = side.amount;
    const known = totals[currency] ?? NOTHING;
    const sum = known[SUM_OF[object]];
    totals[currency] = { ...known, [SUM_OF[object]]: { ...sum, [of]: sum[of] + amount } };
  };
  add(provider, 'provider');
  add(log, 'log');
}

/** Adds a line of the balance to the sums per settlement currency. */
export function addLine(
  totals: Record<string, BalanceSums>,
  { currency, amount, fee, net }: BalanceLine,
): void {
  const known = totals[currency] ?? { lines: 0, amount: 0, fee: 0, net: 0 };
  totals[currency] = {
    lines: known.lines + 1,
    amount: known.amount + amount,
    fee: known.fee + fee,
    net: known.net + net,
  };
}
