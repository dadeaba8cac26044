import type { Money } from './money.js';

/** Currencies whose smallest unit is the whole one, such as the yen. */
const WITHOUT_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));

/** How many decimals an amount in this currency is written with, as Stripe counts them. */
export function decimalsOf(currency: string): 0 | 2 {
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

/** An amount with the code of its currency: `USD 1.99`, `JPY 199`. */
export function written({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency);
  return `${currency.toUpperCase()} ${(amount / 10 ** decimals).toFixed(decimals)}`;
}
