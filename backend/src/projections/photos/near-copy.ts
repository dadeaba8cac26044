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
export type Bands = Readonly<Record<(typeof BANDS)[number], string>>;

/** How many of the 64 bits of two perceptual hashes differ. */
export function hammingDistance(one: string, other: string): number {
  let difference = BigInt(`0x${hexDigits(one)}`) ^ BigInt(`0x${hexDigits(other)}`);
  let distance = 0;
  for (; difference !== 0n; difference &= difference - 1n) distance += 1;
  return distance;
}

/** The quarters of a perceptual hash. */
export function bandsOf(hash: string): Bands {
  const digits = hexDigits(hash);
  const [a, b, c, d] = BANDS.map((_, index) => digits.slice(index * BAND_DIGITS, (index + 1) * BAND_DIGITS));
  return { a: a ?? '', b: b ?? '', c: c ?? '', d: d ?? '' };
}

/**
 * The values that each quarter of a near-copy's hash can have: equal, or different in a single bit. Seven bits in four
 * quarters leave at least one quarter with at most one different bit, so no near-copy is missed. Candidates are then
 * compared with {@link hammingDistance}.
 */
export function bandsOfNearCopies(hash: string): Readonly<Record<keyof Bands, readonly string[]>> {
  const neighbours = (band: string) => {
    const bits = Number.parseInt(band, 16);
    const others = Array.from({ length: BAND_BITS }, (_, bit) => bits ^ (1 << bit));
    return [bits, ...others].map((value) => value.toString(16).padStart(BAND_DIGITS, '0'));
  };
  const { a, b, c, d } = bandsOf(hash);
  return { a: neighbours(a), b: neighbours(b), c: neighbours(c), d: neighbours(d) };
}

function hexDigits(hash: string): string {
  if (!HEX.test(hash)) throw new RangeError('A perceptual hash must be 16 hex digits');
  return hash;
}
