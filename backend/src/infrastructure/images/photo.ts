import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { FailOnOptions, Metadata, ResizeOptions, Sharp } from 'sharp';
import sharpPhash from 'sharp-phash';
import { rgbaToThumbHash } from 'thumbhash';
import { Rejected } from '../../kernel/aggregate.js';
import { headerOf, jpegSegments, type PhotoHeader, refusalOf, UNREADABLE } from '../../shared/photo-file.js';
import { BORDERS_SIDE, type Area, withoutBorders } from './borders.js';
import { COPY_SIDE, copyHashes } from './changed-copies.js';
import { type AllRenditions, RENDITION_WIDTHS, type RenditionWidth } from './image-store.port.js';
import { closedJpeg, hasAllBlocks, hasAllOfProfile, hasAllScans } from '../../shared/jpeg-data.js';
import { PhotoRefusedError } from './photo-refused.error.js';
import { sharp } from './sharp.js';

const LARGEST_WIDTH = 1280;
/** The maximum height of a rendition, as a multiple of its width. WebP allows at most 16,383 pixels. */
const TALLEST = 3;
const WEBP_QUALITY = 80;
const THUMBHASH_SIDE = 100;
/**
 * Longer than any real photo needs: the largest PNG takes 8 s on an idle core, and may share it. Stops files that are made
 * to keep the decoder busy.
 */
const DECODE_SECONDS = 60;

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
  /** The perceptual hashes of pictures that it may have been mirrored, turned, cropped or framed from. They are not stored. */
  readonly copyHashes: readonly string[];
}

const limit = pLimit(Math.max(1, Math.min(3, availableParallelism())));

/** Runs while no other picture is in work. The places are asked for in one go, so that no two of these share them. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  for (let place = 1; place < limit.concurrency; place += 1) void limit(() => end);
  return limit(work).finally(resolve);
}

/** Pictures that need memory for all of their pixels come one at a time, if they have more than so many. */
const ROOMY_PIXELS = 12_000_000;
const roomy = pLimit(1);

/** A square of the upright picture: its corner and sides as fractions of the picture's width and height. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Turns uploaded bytes into a photo that can be stored: detects JPEG, PNG or WebP from the bytes, decodes them once,
 * turns the picture upright, converts it to sRGB and re-encodes it. Only a few run at a time; others wait.
 * @param crop what becomes the photo; the rest leaves no trace. Null for all of it.
 * @throws PhotoRefusedError when the bytes have another format, or are too large, animated, damaged or truncated;
 * Rejected when the crop is no square
 */
export async function normalisePhoto(bytes: Buffer, crop: Crop | null = null): Promise<UploadedPhoto> {
  const refusal = refusalOf(bytes);
  if (refusal) throw new PhotoRefusedError(refusal.code, refusal.message);
  const header = headerOf(bytes);
  const work = (attempt: number): Promise<UploadedPhoto> => {
    const takeIn = async () => develop(await decode(await openPhoto(bytes, header), crop, attempt));
    return (attempt === 1 ? limit(takeIn) : alone(takeIn)).catch((error: unknown) => {
      if (error instanceof WarningOfDecoder) return work(attempt + 1);
      throw error;
    });
  };
  return needsRoom(header) ? roomy(() => work(1)) : work(1);
}

/** A WebP is not heavy, but its transparency is decoded as a whole. */
function needsRoom(header: PhotoHeader | null): boolean {
  if (!header) return false;
  const { format, cost, width, height } = header;
  return (cost === 'heavy' || format === 'webp') && width * height > ROOMY_PIXELS;
}

/** A file that can be decoded. */
interface OpenPhoto {
  readonly file: Uint8Array;
  readonly header: Metadata;
  readonly ignoreIcc: boolean;
  /** Whether warnings of the decoder can mean that data are missing. */
  readonly heedsWarnings: boolean;
}

/** Looks into a file without making pixels. @throws PhotoRefusedError when its content or the end of that is missing */
async function openPhoto(bytes: Buffer, photo: PhotoHeader | null): Promise<OpenPhoto> {
  const isJpeg = photo?.format === 'jpeg';
  const isSequential = photo?.coding === 'baseline JPG';
  const segments = isJpeg ? jpegSegments(bytes) : [];
  const file = isJpeg ? closedJpeg(bytes, segments) : bytes;
  const header = await sharp(file, { failOn: 'error', limitInputPixels: false })
    .metadata()
    .catch(() => null);
  // The first bytes may say one format, and the content be another.
  if (!header || header.format !== photo?.format) throw unreadable();
  if (isJpeg && !hasAllScans(file, segments)) throw unreadable();
  if (isSequential && !(await hasAllBlocks(file, segments, nextTurn))) throw unreadable();
  return {
    file,
    header,
    ignoreIcc: !hasAllOfProfile(file, segments) || !isWhole(header.icc),
    heedsWarnings: isJpeg && !isSequential,
  };
}

/** Whether a colour profile is as long as it says. */
function isWhole(icc: Buffer | undefined): boolean {
  return !icc || (icc.length >= 4 && icc.readUInt32BE() <= icc.length);
}

/** What the decoder warns of that does no harm. Its other warnings are about data that are missing. */
const HARMLESS = /extraneous bytes|SOS parameters|progression sequence|Adobe color|JFIF revision|ICC marker/;

/** What stands in place of a warning that another picture has cleared away. */
const NO_WORDS = /^Error: Warning treated as error/;
const MOST_ATTEMPTS = 5;

/**
 * The decoder warned, and of what cannot be read: it keeps its words in one place for all pictures that are in work. The
 * photo is decoded alone, then. Only share cards may still be drawn meanwhile, and clear the words away.
 */
class WarningOfDecoder extends Error {}

/** Decodes the upload once; everything else is made from these pixels. */
async function decode(
  { file, header, ignoreIcc, heedsWarnings }: OpenPhoto,
  crop: Crop | null,
  attempt: number,
): Promise<RgbPixels> {
  const square = crop && squareIn(header, crop);
  const pixels = (failOn: FailOnOptions) => {
    // The header was judged before.
    const photo = sharp(file, { failOn, ignoreIcc, limitInputPixels: false }).timeout({
      seconds: DECODE_SECONDS,
    });
    return square ? cutOut(photo, square) : rgbOf(photo.autoOrient().resize(inside(LARGEST_WIDTH)));
  };
  try {
    return await pixels(heedsWarnings ? 'warning' : 'error').catch((error: unknown) => {
      const words = String(error);
      const isUnclear = attempt === 1 || (attempt < MOST_ATTEMPTS && NO_WORDS.test(words));
      if (heedsWarnings && isUnclear) throw new WarningOfDecoder();
      if (!heedsWarnings || !HARMLESS.test(words)) throw error;
      return pixels('error');
    });
  } catch (error) {
    throw error instanceof WarningOfDecoder ? error : unreadable();
  }
}

async function rgbOf(photo: Sharp): Promise<RgbPixels> {
  const { data, info } = await photo
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  // As of a JPEG with two components.
  if (info.channels !== 3) throw unreadable();
  return { data, width: info.width, height: info.height };
}

/** A square of a picture as it is stored, and how to turn that upright: an angle, after a mirroring from left to right. */
interface Square {
  /** The size of the whole picture at which the square has its final size. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly angle: number;
  readonly isMirrored: boolean;
}

/** How a picture is turned upright, by its EXIF orientation: the angle, and whether it is mirrored before. */
const TURNS = [
  [0, false],
  [0, true],
  [180, false],
  [180, true],
  [270, true],
  [90, false],
  [90, true],
  [270, false],
] as const;

/** @throws Rejected when the crop is no square */
function squareIn({ orientation = 1, autoOrient }: Metadata, crop: Crop): Square {
  const [across, down] = [crop.width * autoOrient.width, crop.height * autoOrient.height];
  const shorter = Math.min(across, down);
  // The sides are equal but for what was rounded.
  if (shorter < 0.5 || Math.abs(across - down) > Math.max(2, shorter / 100))
    throw new Rejected('invalid', 'The crop must be a square of the picture. Please choose it again.');
  const scale = Math.min(1, LARGEST_WIDTH / shorter);
  const side = Math.round(shorter * scale);
  const within = (length: number, start: number) => {
    const scaled = Math.max(side, Math.round(length * scale));
    return { scaled, start: Math.max(0, Math.min(Math.round(start * length * scale), scaled - side)) };
  };
  const x = within(autoOrient.width, crop.left);
  const y = within(autoOrient.height, crop.top);
  const isOnItsSide = [5, 6, 7, 8].includes(orientation);
  const [column, row] = isOnItsSide ? [y, x] : [x, y];
  const fromRight = [2, 3, 7, 8].includes(orientation);
  const fromBelow = [3, 4, 6, 7].includes(orientation);
  const [angle, isMirrored] = TURNS[orientation - 1] ?? TURNS[0];
  return {
    width: column.scaled,
    height: row.scaled,
    left: fromRight ? column.scaled - side - column.start : column.start,
    top: fromBelow ? row.scaled - side - row.start : row.start,
    side,
    angle,
    isMirrored,
  };
}

/** Shrinks while it decodes, cuts, and then turns only what was cut: the whole picture may not fit into memory. */
async function cutOut(
  photo: Sharp,
  { width, height, left, top, side, angle, isMirrored }: Square,
): Promise<RgbPixels> {
  const cut = photo.resize({ width, height, fit: 'fill' }).extract({ left, top, width: side, height: side });
  return rgbOf(
    fromPixels(await rgbOf(cut))
      .flop(isMirrored)
      .rotate(angle),
  );
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
  const { width, height } = pixels;
  const inner = await innerArea(pixels);
  const found = await Promise.all(
    [{ left: 0, top: 0, width, height }, ...(inner ? [inner] : [])].map(async (area) => {
      const grey = fromPixels(pixels).extract(area).greyscale();
      return copyHashes(await grey.resize(COPY_SIDE, COPY_SIDE, { fit: 'fill' }).raw().toBuffer());
    }),
  );
  return [...new Set(found.flat())];
}

/** The picture without its borders; null if it has none. */
async function innerArea(pixels: RgbPixels): Promise<Area | null> {
  const { data, info } = await fromPixels(pixels)
    .greyscale()
    .resize({ width: BORDERS_SIDE, height: BORDERS_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const area = withoutBorders({ data, width: info.width, height: info.height });
  if (!area) return null;
  const [across, down] = [pixels.width / info.width, pixels.height / info.height];
  const [left, top] = [Math.ceil(area.left * across), Math.ceil(area.top * down)];
  return {
    left,
    top,
    width: Math.max(1, Math.floor((area.left + area.width) * across) - left),
    height: Math.max(1, Math.floor((area.top + area.height) * down) - top),
  };
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
