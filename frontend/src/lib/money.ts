/** An amount in the smallest unit of its currency, which is an ISO 4217 code in lower case. */
export interface Money {
  amount: number;
  currency: string;
}

/** Currencies whose smallest unit is the whole one, as the payment provider counts them. */
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));

/** How many decimals an amount in a currency has: 0 or 2. */
export function decimalsOf(currency: string): 0 | 2 {
  return withoutDecimals.has(currency) ? 0 : 2;
}

/** An amount with the code of its currency, e.g. "USD 1.99" or "JPY 1,490". */
export function formatMoney({ amount, currency }: Money): string {
  return `${currency.toUpperCase()} ${inUnits(amount, currency, decimalsOf(currency))}`;
}

/** The same without decimals where they are all zero, e.g. "USD 5". */
export function formatShortMoney({ amount, currency }: Money): string {
  const isWhole = amount % 10 ** decimalsOf(currency) === 0;
  return isWhole
    ? `${currency.toUpperCase()} ${inUnits(amount, currency, 0)}`
    : formatMoney({ amount, currency });
}

function inUnits(amount: number, currency: string, digits: number): string {
  return (amount / 10 ** decimalsOf(currency)).toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Limits of an amount in the smallest unit. */
interface Range {
  least: number;
  most: number;
}

/** A typed amount ("12.50" or "12,50") in the smallest unit, rounded; undefined if it is no number or out of range. */
export function readAmount(text: string, currency: string, { least, most }: Range): number | undefined {
  const trimmed = text.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');
  if (!/^\d+(?:\.\d*)?$|^\.\d+$/.test(trimmed)) return undefined;
  const amount = Number(trimmed) * 10 ** decimalsOf(currency);
  return amount >= least && amount <= most ? Math.round(amount) : undefined;
}

/** What to enter, e.g. "Please enter an amount between $1 and $1,000". */
export function amountHint(currency: string, { least, most }: Range): string {
  const name = (amount: number): string =>
    currency === 'usd' ? `$${inUnits(amount, currency, 0)}` : formatShortMoney({ amount, currency });
  return `Please enter an amount between ${name(least)} and ${name(most)}`;
}
