import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import sharpPhash from 'sharp-phash';
import { rgbaToThumbHash } from 'thumbhash';
import { headerOf, type PhotoFormat, refusalOf, UNREADABLE } from '../../shared/photo-file.js';
import { COPY_SIDE, copyHashes } from './changed-copies.js';
import { type AllRenditions, RENDITION_WIDTHS, type RenditionWidth } from './image-store.port.js';
import { PhotoRefusedError } from './photo-refused.error.js';

const LARGEST_WIDTH = 1280;
/** The maximum height of a rendition, as a multiple of its width. WebP allows at most 16,383 pixels. */
const TALLEST = 3;
const WEBP_QUALITY = 80;
const THUMBHASH_SIDE = 100;
/** Longer than any real photo needs. Stops files that are made to keep the decoder busy. */
const DECODE_SECONDS = 30;

// The package's types declare an ES default export, but it uses `module.exports = function`.
const phash = sharpPhash as unknown as typeof sharpPhash.default;

/** Raw pixels: rows from the top, three bytes (sRGB) per pixel. */
interface RgbPixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A photo as it is stored: upright, sRGB, a WebP file for each width, without metadata. */
export interface NormalisedPhoto {
  readonly renditions: AllRenditions;
  /** Width and height of the largest rendition, in pixels. */
  readonly width: number;
  readonly height: number;
  /** SHA-256 (hex) of the size and the pixels of the largest rendition: equal pictures have equal hashes. */
  readonly imageHash: string;
  /** 16 hex digits; see `hammingDistance`. */
  readonly perceptualHash: string;
  /** A blurred placeholder of about 25 bytes, base64. */
  readonly thumbhash: string;
}

/** A photo that is still to be looked up. */
export interface UploadedPhoto extends NormalisedPhoto {
  /** The perceptual hashes of pictures that it may have been mirrored, turned or cropped from. They are not stored. */
  readonly copyHashes: readonly string[];
}

// Every picture is processed once, so a cache would only use memory. One thread per picture and a few pictures at a
// time gives the best throughput, and leaves threads of Node's pool of four for file writes and password hashes.
sharp.cache(false);
sharp.concurrency(1);
const limit = pLimit(Math.max(1, Math.min(3, availableParallelism())));

/**
 * Turns uploaded bytes into a photo that can be stored: detects JPEG, PNG or WebP from the bytes, decodes them once,
 * turns the picture upright, converts it to sRGB and re-encodes it. Only a few run at a time; others wait.
 * @throws PhotoRefusedError when the bytes have another format, or are too large, animated, damaged or truncated
 */
export async function normalisePhoto(bytes: Buffer): Promise<UploadedPhoto> {
  const refusal = refusalOf(bytes);
  if (refusal) throw new PhotoRefusedError(refusal.code, refusal.message);
  return limit(async () => {
    await requireFormat(bytes, headerOf(bytes)?.format);
    return develop(await decode(bytes));
  });
}

/** Refuses a file whose first bytes say one format, and the content is another. */
async function requireFormat(bytes: Buffer, format: PhotoFormat | undefined): Promise<void> {
  const header = await sharp(bytes, { failOn: 'error', limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (header?.format !== format) throw unreadable();
}

/** Decodes the upload once; everything else is made from these pixels. */
async function decode(bytes: Buffer): Promise<RgbPixels> {
  try {
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: false })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize(inside(LARGEST_WIDTH))
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw unreadable();
  }
}

async function develop(pixels: RgbPixels): Promise<UploadedPhoto> {
  const renditions = {} as Record<RenditionWidth, Buffer>;
  for (const width of RENDITION_WIDTHS) {
    renditions[width] = await fromPixels(pixels)
      .resize(inside(width))
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
  }
  return {
    renditions,
    width: pixels.width,
    height: pixels.height,
    imageHash: createHash('sha256')
      .update(`${pixels.width}x${pixels.height}:`)
      .update(pixels.data)
      .digest('hex'),
    perceptualHash: await perceptualHash(pixels),
    copyHashes: await hashesOfCopies(pixels),
    thumbhash: await thumbhash(pixels),
  };
}

/** The 64-bit perceptual hash (DCT) as 16 hex digits. Similar pictures differ in few bits. */
async function perceptualHash({ data, width, height }: RgbPixels): Promise<string> {
  const bits = await phash(data, { raw: { width, height, channels: 3 } });
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}

async function hashesOfCopies(pixels: RgbPixels): Promise<readonly string[]> {
  const grey = fromPixels(pixels).greyscale().resize(COPY_SIDE, COPY_SIDE, { fit: 'fill' });
  return copyHashes(await grey.raw().toBuffer());
}

async function thumbhash(pixels: RgbPixels): Promise<string> {
  const { data, info } = await fromPixels(pixels)
    .resize({ width: THUMBHASH_SIDE, height: THUMBHASH_SIDE, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

function fromPixels({ data, width, height }: RgbPixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function inside(width: number): ResizeOptions {
  return { width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true };
}

function unreadable(): PhotoRefusedError {
  return new PhotoRefusedError('photo_unreadable', UNREADABLE);
}
