import type { Money } from './money.js';

/**
 * The currencies that Stripe can charge with any whole number of their smallest unit, in lower case. Left out are those whose
 * amounts must be multiples of 10 (bhd, jod, kwd, omr, tnd) or 100 (isk, ugx).
 */
export const CURRENCIES: readonly string[] = `
usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp
cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils
inr jmd jpy kes kgs khr kmf krw kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr
mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos
srd std szl thb tjs top try ttd twd tzs uah uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw
`
  .trim()
  .split(/\s+/);

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
