import sharpPhash from 'sharp-phash';

// The package's types declare an ES default export, but it uses `module.exports = function`.
const phash = sharpPhash as unknown as typeof sharpPhash.default;

/** Raw pixels: rows from the top, three bytes (sRGB) per pixel. */
export interface RgbPixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The 64-bit perceptual hash (DCT) of a picture as 16 hex digits. Similar pictures differ in few bits. */
export async function perceptualHash(pixels: RgbPixels): Promise<string> {
  const bits = await phash(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } });
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}
