const BAND_DIGITS = 4;
const BAND_BITS = 16;
const HEX = /^[0-9a-f]{16}$/;

/**
 * Two photos whose perceptual hashes (64 bits as 16 hex digits) are at most this far apart are taken for
 * near-copies. Measured: re-encoding, resizing and brightening move a hash by 0 to 6 bits, different pictures
 * are some 20 apart and more.
 */
export const NEAR_COPY_DISTANCE = 7;

/** The places of a hash's four quarters, as a document names them. */
export const BANDS = ['a', 'b', 'c', 'd'] as const;

/** A hash in its quarters of 16 bits each, to be stored and indexed with a photo. */
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
  const [a, b, c, d] = BANDS.map((_, place) => digits.slice(place * BAND_DIGITS, (place + 1) * BAND_DIGITS));
  return { a: a ?? '', b: b ?? '', c: c ?? '', d: d ?? '' };
}

/**
 * What a near-copy's quarter may be, for each quarter of a hash: the same, or a single bit away. Seven bits
 * over four quarters leave one with at most one of them, so no near-copy is missed; what is found this way is
 * then measured with {@link hammingDistance}.
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
  if (!HEX.test(hash)) throw new RangeError('A perceptual hash is 16 hex digits');
  return hash;
}
