import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { type TypeOf, object, text } from '../../kernel/field.js';
import type { Filter, Scalar } from '../../kernel/query.js';

const BAND_DIGITS = 4;
const BAND_BITS = 16;
const HEX = /^[0-9a-f]{16}$/;

/**
 * Photos whose perceptual hashes (64 bits as 16 hex digits) differ in at most this many bits count as near-copies.
 * Measured: re-encoding, resizing and brightening change 0 to 6 bits; different pictures differ in about 20 bits or
 * more.
 */
export const NEAR_COPY_DISTANCE = 7;

/** The names of a hash's four quarters in a document. */
export const BANDS = ['a', 'b', 'c', 'd'] as const;

/** A hash as quarters of 16 bits each, stored and indexed with a photo. */
export const Bands = object({ a: text, b: text, c: text, d: text });
export type Bands = TypeOf<typeof Bands>;

/** How many of the 64 bits of two perceptual hashes differ. */
export function hammingDistance(one: string, other: string): number {
  const [high, low] = halvesOf(one);
  const [otherHigh, otherLow] = halvesOf(other);
  return onesIn(high ^ otherHigh) + onesIn(low ^ otherLow);
}

/** Whether a hash differs in at most {@link NEAR_COPY_DISTANCE} bits from one of these. */
export function nearOneOf(hashes: readonly string[]): (hash: string) => boolean {
  const distance = distanceFrom(hashes);
  return (hash) => distance(hash) <= NEAR_COPY_DISTANCE;
}

/** In how many bits a hash differs from the nearest one of these. */
export function distanceFrom(hashes: readonly string[]): (hash: string) => number {
  const halves = hashes.map(halvesOf);
  return (hash) => {
    const [high, low] = halvesOf(hash);
    let least = Infinity;
    for (const [otherHigh, otherLow] of halves) {
      least = Math.min(least, onesIn(high ^ otherHigh) + onesIn(low ^ otherLow));
    }
    return least;
  };
}

function halvesOf(hash: string): readonly [high: number, low: number] {
  const digits = hexDigits(hash);
  return [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(8), 16)];
}

/** How many bits of 32 are set. */
function onesIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The quarters of a perceptual hash. */
export function bandsOf(hash: string): Bands {
  const digits = hexDigits(hash);
  const [a, b, c, d] = BANDS.map((_, index) => digits.slice(index * BAND_DIGITS, (index + 1) * BAND_DIGITS));
  return { a: a ?? '', b: b ?? '', c: c ?? '', d: d ?? '' };
}

/**
 * The values that each quarter of the hash of a near-copy of one of these can have: equal, or different in a single bit. Seven bits in four
 * quarters leave at least one quarter with at most one different bit, so no near-copy is missed. Candidates are then
 * compared with {@link hammingDistance}.
 */
export function bandsOfNearCopies(
  hashes: readonly string[],
): Readonly<Record<keyof Bands, readonly string[]>> {
  const bands = hashes.map(bandsOf);
  const neighbours = (name: keyof Bands) => {
    const near = new Set<number>();
    for (const band of new Set(bands.map((each) => each[name]))) {
      const bits = Number.parseInt(band, 16);
      near.add(bits);
      for (let bit = 0; bit < BAND_BITS; bit += 1) near.add(bits ^ (1 << bit));
    }
    return [...near].map((value) => value.toString(16).padStart(BAND_DIGITS, '0'));
  };
  return { a: neighbours('a'), b: neighbours('b'), c: neighbours('c'), d: neighbours('d') };
}

function hexDigits(hash: string): string {
  if (!HEX.test(hash)) throw new RangeError('A perceptual hash must be 16 hex digits');
  return hash;
}

/** How many documents are read at once. */
const MOST = 1000;

/**
 * Whether `matches` is true of a document that matches `where` and shares a quarter with one of the hashes, or nearly. The documents have the
 * quarters of their hashes in `bands`.
 */
export async function someNear<Document extends object>(
  view: ViewReader<Document>,
  hashes: readonly string[],
  where: Filter,
  matches: (document: Stored<Document>) => boolean,
): Promise<boolean> {
  const near = bandsOfNearCopies(hashes);
  const alike = { ...where, $or: BANDS.map((band) => ({ [`bands.${band}`]: { $in: near[band] } })) };
  // Any number of pictures may share a quarter: read them in pages, ordered by id.
  for (let after: readonly Scalar[] | null = null; ;) {
    const page: Stored<Document>[] = await view.find({ where: alike, limit: MOST, ...(after && { after }) });
    if (page.some(matches)) return true;
    const last = page.at(-1);
    if (!last || page.length < MOST) return false;
    after = [last._id];
  }
}
