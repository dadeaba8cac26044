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
