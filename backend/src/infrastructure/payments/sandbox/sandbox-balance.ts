import { feeOf } from './sandbox-objects.js';
import type { SandboxStore } from './sandbox-store.js';

/** Sums in one currency. */
export interface Takings {
  readonly charged: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly fees: number;
  /** What is left for us. */
  readonly net: number;
}

const NOTHING: Takings = { charged: 0, refunded: 0, disputed: 0, fees: 0, net: 0 };

/** What is left for us, per currency, summed from the objects and not from the lines of the balance. */
export function takingsOf(store: SandboxStore): Readonly<Record<string, Takings>> {
  const takings: Record<string, Takings> = {};
  const add = (currency: string, part: Partial<Takings>) => {
    const sum = { ...NOTHING, ...takings[currency] };
    const { charged = 0, refunded = 0, disputed = 0, fees = 0 } = part;
    takings[currency] = {
      charged: sum.charged + charged,
      refunded: sum.refunded + refunded,
      disputed: sum.disputed + disputed,
      fees: sum.fees + fees,
      net: sum.net + charged - refunded - disputed - fees,
    };
  };
  for (const { status, currency, amount } of store.all('charge')) {
    if (status === 'succeeded') add(currency, { charged: amount, fees: feeOf(amount) });
  }
  for (const { status, currency, amount } of store.all('refund')) {
    if (status === 'succeeded') add(currency, { refunded: amount });
  }
  for (const { currency, amount, sandbox } of store.all('dispute')) {
    add(currency, { disputed: sandbox.isWithdrawn ? amount : 0, fees: sandbox.fees });
  }
  return takings;
}
