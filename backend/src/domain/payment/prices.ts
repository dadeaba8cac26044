import type { BoostType } from '../boosts/boost-facts.js';

/** What boosts cost, and how much may be donated, in the smallest unit of `currency`. */
export interface PriceList {
  /** ISO 4217, in lower case. */
  readonly currency: string;
  readonly boosts: Readonly<Record<BoostType, number>>;
  readonly donation: {
    readonly least: number;
    readonly most: number;
    /** The amounts that the page offers. */
    readonly presets: readonly number[];
  };
}

type Amounts = readonly [
  regular: number,
  mega: number,
  least: number,
  presets: readonly number[],
  most: number,
];

/** For currencies that are worth about as much as a dollar. */
const DOLLARS: Amounts = [199, 999, 100, [500, 1000, 2000, 5000, 10_000], 100_000];
/** For currencies whose dollar is about ten. */
const CROWNS: Amounts = [1900, 9900, 1000, [5000, 10_000, 20_000, 50_000, 100_000], 1_000_000];

/** Yen have no smaller unit: the amounts are whole yen. */
const AMOUNTS: Readonly<Record<string, Amounts>> = {
  usd: DOLLARS,
  eur: DOLLARS,
  gbp: DOLLARS,
  aud: DOLLARS,
  cad: DOLLARS,
  chf: DOLLARS,
  nzd: DOLLARS,
  sgd: DOLLARS,
  sek: CROWNS,
  nok: CROWNS,
  dkk: CROWNS,
  jpy: [290, 1490, 100, [500, 1000, 2000, 5000, 10_000], 100_000],
};

/** The currencies that prices are known for. */
export const CURRENCIES: readonly string[] = Object.keys(AMOUNTS);

/** The prices in a currency of {@link CURRENCIES}. @throws Error for another currency */
export function pricesIn(currency: string): PriceList {
  const amounts = AMOUNTS[currency];
  if (!amounts) throw new Error(`there are no prices in ${currency}`);
  const [regular, mega, least, presets, most] = amounts;
  return { currency, boosts: { regular, mega }, donation: { least, most, presets } };
}
