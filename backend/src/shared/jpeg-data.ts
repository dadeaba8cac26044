import { EOI, headerOf, type JpegSegment, jpegSegments, SOS } from './photo-file.ts';

/** More scans than any real photo has. Each one walks over all pixels, so a small file could keep the decoder busy. */
const MOST_SCANS = 100;
const COEFFICIENTS = 64;
/** Units of data that are read before others get their turn: at most a few milliseconds. */
const UNITS_AT_ONCE = 256;

/** The tables of the standard (ITU T.81, K.3), as they stand in a segment. Frames of a video leave them out. */
const STANDARD_TABLES = Uint8Array.from(
  atob(
    'AAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJ' +
      'ChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4' +
      'ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+gEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoLEQACAQIEBAMEBwUEBAAB' +
      'AncAAQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlq' +
      'c3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4+fo=',
  ),
  (letter) => letter.charCodeAt(0),
);

const PROGRESSIVE = 0xc2;
const HUFFMAN_TABLES = 0xc4;
const RESTART_INTERVAL = 0xdd;
const APP2 = 0xe2;
const ICC_PROFILE = Array.from('ICC_PROFILE', (letter) => letter.charCodeAt(0));

/**
 * The picture in a JPEG, from its start to its end. What cameras append, such as a video or a second picture, is cut off.
 * An end that is missing is added: whether data are missing, too, is for {@link hasAllScans} and {@link hasAllBlocks}.
 */
export function closedJpeg(bytes: Uint8Array, segments: readonly JpegSegment[]): Uint8Array {
  const last = segments.at(-1);
  if (last?.marker === EOI) return bytes.subarray(0, last.end);
  const closed = new Uint8Array(bytes.length + 2);
  closed.set(bytes);
  closed.set([0xff, EOI], bytes.length);
  return closed;
}

/**
 * Whether the scans of a JPEG bring every coefficient of every component down to its last bit. A file that breaks off
 * between two scans looks whole to the decoder.
 */
export function hasAllScans(jpeg: Uint8Array, segments: readonly JpegSegment[]): boolean {
  const frame = frameOf(jpeg, segments);
  const scans = segments.filter(({ marker }) => marker === SOS);
  if (!frame || scans.length > MOST_SCANS) return false;
  /** The lowest bit of each coefficient that is there, by component. */
  const lowest = new Map(frame.components.map(({ id }) => [id, new Uint8Array(COEFFICIENTS).fill(0xff)]));
  for (const { start } of scans) {
    const count = jpeg[start] ?? 0;
    const [first = 0, last = 0, bits = 0] = jpeg.subarray(start + 1 + count * 2);
    for (let index = 0; index < count; index += 1) {
      const known = lowest.get(jpeg[start + 1 + index * 2] ?? 0);
      // Cameras write all sorts of numbers here if the frame is not progressive, and decoders ignore them.
      if (frame.isProgressive) known?.fill(bits & 15, first, last + 1);
      else known?.fill(0);
    }
  }
  return [...lowest.values()].every((bits) => bits.every((bit) => bit === 0));
}

/** Whether the parts of the colour profile in a JPEG are all there, each once. True if it has none. */
export function hasAllOfProfile(jpeg: Uint8Array, segments: readonly JpegSegment[]): boolean {
  const parts = segments
    .filter(
      ({ marker, start }) =>
        marker === APP2 && ICC_PROFILE.every((letter, index) => jpeg[start + index] === letter),
    )
    .map(({ start }) => ({ number: jpeg[start + 12], of: jpeg[start + 13] }));
  const numbers = new Set(parts.map(({ number }) => number));
  return parts.every(({ of }, index) => of === parts.length && numbers.has(index + 1));
}

/**
 * Whether the first scan of a JPEG that is not progressive has data for all of its blocks. Reads their codes and makes no
 * pixels: a fifth of a second for the largest file, in short turns. The decoder only warns about what is missing, in the
 * words of any picture that it decodes at the time, and not about the last rows.
 */
export async function hasAllBlocks(
  jpeg: Uint8Array,
  segments: readonly JpegSegment[],
  pause: () => Promise<void>,
): Promise<boolean> {
  const frame = frameOf(jpeg, segments);
  const scan = segments.find(({ marker }) => marker === SOS);
  if (!frame || !scan) return false;
  const { width, height, components } = frame;
  const tables = new Map<number, Uint8Array>();
  findTables(STANDARD_TABLES, tables);
  let interval = 0;
  for (const { marker, start, end } of segments.slice(0, segments.indexOf(scan))) {
    if (marker === HUFFMAN_TABLES) findTables(jpeg.subarray(start, end), tables);
    if (marker === RESTART_INTERVAL) interval = (jpeg[start] ?? 0) * 256 + (jpeg[start + 1] ?? 0);
  }
  // A unit of one component is one block, however it is sampled.
  const isOne = components.length === 1;
  const most = (side: 'across' | 'down') => (isOne ? 1 : Math.max(...components.map((each) => each[side])));
  const blocks = components.flatMap(({ across, down }, index) => {
    const chosen = jpeg[scan.start + 2 + index * 2] ?? 0;
    const codes = { dc: codesOf(tables.get(chosen >> 4)), ac: codesOf(tables.get(0x10 | (chosen & 15))) };
    return Array.from({ length: isOne ? 1 : across * down }, () => codes);
  });
  const units = Math.ceil(width / (8 * most('across'))) * Math.ceil(height / (8 * most('down')));
  const data = new ScanData(jpeg, scan.end);
  for (let unit = 0; unit < units; unit += 1) {
    if (unit % UNITS_AT_ONCE === 0) await pause();
    if (interval > 0 && unit > 0 && unit % interval === 0 && !data.restart((unit / interval - 1) % 8))
      return false;
    for (const { dc, ac } of blocks) {
      if (!dc || !ac || !data.skipBlock(dc, ac)) return false;
    }
  }
  return true;
}

/** Whether a JPEG has all of its data, as far as that can be known without making pixels. Its end mark may be missing. */
export async function isWholeJpeg(jpeg: Uint8Array, pause: () => Promise<void>): Promise<boolean> {
  const segments = jpegSegments(jpeg);
  if (!hasAllScans(jpeg, segments)) return false;
  return headerOf(jpeg)?.coding !== 'baseline JPG' || hasAllBlocks(jpeg, segments, pause);
}

/** The head of the one frame of a JPEG. */
function frameOf(jpeg: Uint8Array, segments: readonly JpegSegment[]) {
  const frame = segments.find(({ marker }) => marker >= 0xc0 && marker <= PROGRESSIVE);
  if (!frame) return null;
  const [, high = 0, low = 0, wide = 0, narrow = 0, count = 0] = jpeg.subarray(frame.start);
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0] = jpeg.subarray(frame.start + 6 + index * 3);
    return { id, across: sampling >> 4, down: sampling & 15 };
  });
  return {
    isProgressive: frame.marker === PROGRESSIVE,
    width: wide * 256 + narrow,
    height: high * 256 + low,
    components,
  };
}

/** A Huffman table. */
interface Codes {
  /** By the next 8 bits: the length of the code that they start with, times 256, and its value. 0 for longer codes. */
  readonly short: Uint16Array;
  /** How many codes have each length, from 1 to 16, and the values in the order of their codes. */
  readonly counts: Uint8Array;
  readonly values: Uint8Array;
}

/** Finds the last table of each name in a segment: a byte that says class and number. Few of them are used. */
function findTables(bytes: Uint8Array, tables: Map<number, Uint8Array>): void {
  for (let at = 0; at + 17 <= bytes.length;) {
    tables.set(bytes[at] ?? 0, bytes.subarray(at + 1));
    let length = 17;
    for (let index = 1; index <= 16; index += 1) length += bytes[at + index] ?? 0;
    at += length;
  }
}

function codesOf(table: Uint8Array | undefined): Codes | null {
  if (!table) return null;
  const [counts, values] = [table.subarray(0, 16), table.subarray(16)];
  return { short: shortCodes(counts, values), counts, values };
}

function shortCodes(counts: Uint8Array, values: Uint8Array): Uint16Array {
  const short = new Uint16Array(256);
  let filled = 0;
  let index = 0;
  for (let length = 1; length <= 8; length += 1) {
    for (let code = 0; code < (counts[length - 1] ?? 0); code += 1) {
      const next = filled + (1 << (8 - length));
      short.fill(length * 256 + (values[index] ?? 0), filled, next);
      filled = next;
      index += 1;
    }
  }
  return short;
}

/** The bits of a scan, up to the next marker. */
class ScanData {
  /** Bits that were taken from the bytes and not read yet, and how many: 32 at most. */
  private bits = 0;
  private count = 0;

  private readonly bytes: Uint8Array;
  private at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Skips a block of 64 coefficients. False if data are missing or mean nothing. */
  skipBlock(dc: Codes, ac: Codes): boolean {
    const size = this.value(dc);
    if (size < 0 || !this.skip(size)) return false;
    for (let index = 1; index < COEFFICIENTS; index += 1) {
      const value = this.value(ac);
      if (value < 0 || !this.skip(value & 15)) return false;
      const run = value >> 4;
      // The rest of the block is zeros.
      if ((value & 15) === 0 && run < 15) return true;
      index += run;
    }
    return true;
  }

  /** Goes on behind the restart marker of this number. False if another marker comes first. */
  restart(number: number): boolean {
    this.count = 0;
    let at = this.bytes.indexOf(0xff, this.at);
    // Filling bytes.
    while (this.bytes[at + 1] === 0xff) at += 1;
    this.at = at + 2;
    return at >= 0 && this.bytes[at + 1] === 0xd0 + number;
  }

  /** The next value of a table; -1 if there is none. */
  private value({ short, counts, values }: Codes): number {
    this.fill();
    const next = this.count < 8 ? this.bits << (8 - this.count) : this.bits >>> (this.count - 8);
    const known = short[next & 0xff] ?? 0;
    if (known > 0) return this.skip(known >> 8) ? known & 0xff : -1;
    let code = 0;
    let first = 0;
    let index = 0;
    for (const count of counts) {
      if (!this.skip(1)) return -1;
      code += (this.bits >>> this.count) & 1;
      if (code - first < count) return values[index + code - first] ?? -1;
      index += count;
      first = (first + count) * 2;
      code *= 2;
    }
    return -1;
  }

  private skip(count: number): boolean {
    if (this.count < count) this.fill();
    this.count -= count;
    return this.count >= 0;
  }

  private fill(): void {
    while (this.count <= 24) {
      const byte = this.bytes[this.at] ?? 0xff;
      // A marker, or a stuffed zero behind a byte of data.
      if (byte === 0xff && this.bytes[this.at + 1] !== 0) return;
      this.at += byte === 0xff ? 2 : 1;
      this.bits = (this.bits << 8) | byte;
      this.count += 8;
    }
  }
}
