import sharpPhash from 'sharp-phash';

// The package's types claim an ES default export; what it has is `module.exports = function`.
const phash = sharpPhash as unknown as typeof sharpPhash.default;

const BAND_BITS = 16;
const HEX = /^[0-9a-f]{16}$/;

/**
 * Two photos whose hashes are at most this far apart are taken for near-copies. Measured: re-encoding, resizing and
 * brightening move a hash by 0 to 6 of its 64 bits, different pictures are some 20 apart and more.
 */
export const NEAR_COPY_DISTANCE = 7;

/** Pixels as they lie in memory: rows from the top, three bytes (sRGB) a pixel. */
export interface RgbPixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The 64-bit perceptual hash (DCT) of a picture as 16 hex digits: alike pictures differ in few bits. */
export async function perceptualHash(pixels: RgbPixels): Promise<string> {
  const bits = await phash(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } });
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}

/** How many of the 64 bits of two perceptual hashes differ. */
export function hammingDistance(a: string, b: string): number {
  let difference = hashBits(a) ^ hashBits(b);
  let distance = 0;
  for (; difference !== 0n; difference &= difference - 1n) distance += 1;
  return distance;
}

/**
 * The four 16-bit bands of a perceptual hash, each as `position:hex`, to be stored and indexed with a photo.
 * `bandsOfNearCopies` of another hash asks for them.
 */
export function perceptualBands(hash: string): [string, string, string, string] {
  const digits = hexDigits(hash);
  return [
    `0:${digits.slice(0, 4)}`,
    `1:${digits.slice(4, 8)}`,
    `2:${digits.slice(8, 12)}`,
    `3:${digits.slice(12, 16)}`,
  ];
}

/**
 * The bands to look up for near-copies of a hash: each of its own four and every one that is a single bit away, 68 in all.
 * A hash within NEAR_COPY_DISTANCE (seven bits over four bands) always shares at least one of them, so no near-copy is
 * missed; what the look-up finds is then measured with `hammingDistance`.
 */
export function bandsOfNearCopies(hash: string): string[] {
  const digits = hexDigits(hash);
  return [0, 1, 2, 3].flatMap((position) => {
    const band = Number.parseInt(digits.slice(position * 4, position * 4 + 4), 16);
    const neighbours = Array.from({ length: BAND_BITS }, (_, bit) => band ^ (1 << bit));
    return [band, ...neighbours].map((value) => `${position}:${value.toString(16).padStart(4, '0')}`);
  });
}

function hashBits(hash: string): bigint {
  return BigInt(`0x${hexDigits(hash)}`);
}

function hexDigits(hash: string): string {
  if (!HEX.test(hash)) throw new RangeError('A perceptual hash is 16 hex digits');
  return hash;
}
