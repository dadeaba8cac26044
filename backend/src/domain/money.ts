/** An amount of money in the smallest unit of its currency: cents, or whole yen. */
export interface Money {
  /** A safe integer, 0 or more. */
  readonly amount: number;
  /** ISO 4217, in lower case as Stripe writes it: `usd`. */
  readonly currency: string;
}

export function isSameMoney(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}
