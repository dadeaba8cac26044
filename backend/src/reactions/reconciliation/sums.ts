import type { BalanceSums, Compared, Side, Totals } from '../../domain/payment/reconciliation.js';
import type { BalanceLine } from '../../infrastructure/payments/payments.port.js';

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
