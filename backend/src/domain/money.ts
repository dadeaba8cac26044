import { type TypeOf, named, number, object, text } from '../kernel/field.js';

/** An amount of money in the smallest unit of its currency: cents, or whole yen. */
export const Money = named(
  'Money',
  object({
    /** A safe integer, 0 or more. */
    amount: number,
    /** ISO 4217, in lower case as Stripe writes it: `usd`. */
    currency: text,
  }),
);
export type Money = TypeOf<typeof Money>;

export function isSameMoney(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}

/** Currencies whose smallest unit is the whole one, such as the yen. */
const WITHOUT_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));

/** How many decimals an amount in this currency is written with, as Stripe counts them. */
export function decimalsOf(currency: string): 0 | 2 {
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

/** An amount in the major unit of its currency, with all decimals: `1.90` dollars, `199` yen. */
export function decimal({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** An amount with the code of its currency: `USD 1.99`, `JPY 199`. */
export function written(money: Money): string {
  return `${money.currency.toUpperCase()} ${decimal(money)}`;
}
