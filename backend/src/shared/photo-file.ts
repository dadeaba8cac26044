/** The largest file that is accepted, in bytes. */
export const LARGEST_UPLOAD = 10 * 1024 * 1024;
/** How many times as long as the shorter side the longer one may be. */
export const LONGEST_SIDE = 5;
/**
 * How many pixels are accepted, by what decoding them costs: a light picture is read row by row and shrunk on the way, a
 * heavy one needs memory for all of its pixels at once.
 */
export const PIXEL_LIMITS = { light: 220_000_000, heavy: 50_000_000 } as const;

const MEGA = 1_000_000;
const MEGABYTES = LARGEST_UPLOAD / 1024 / 1024;

export type PhotoFormat = 'jpeg' | 'png' | 'webp';

/** How people call the accepted formats. */
export const ACCEPTED = 'JPG, PNG or WEBP';
/** What is accepted, for people who build on the API. */
export const PHOTO_LIMITS =
  `${ACCEPTED} of at most ${MEGABYTES} MB and ${PIXEL_LIMITS.light / MEGA} megapixels ` +
  `(${PIXEL_LIMITS.heavy / MEGA} if progressive, in several scans, interlaced, lossless or with frames), with sides up to 1 : ${LONGEST_SIDE}`;
export const TOO_LARGE = `The photo is larger than ${MEGABYTES} MB. Please choose a smaller one.`;
export const UNREADABLE =
  'The photo is damaged or incomplete and could not be read. Please choose another one.';

const EXPORT_IT = 'Please export it as JPG from your photo app.';

/** The kinds of files that people send instead: what each is, and the way out. */
const OTHER_KINDS = {
  heic: ['a HEIC photo', 'On iPhone: Settings, Camera, Formats, Most Compatible; or share it as JPEG.'],
  avif: ['an AVIF picture', EXPORT_IT],
  sequence: ['a moving HEIC or AVIF picture', 'Please choose a still photo.'],
  gif: ['a GIF', 'Please choose a photo, or save the GIF as PNG.'],
  tiff: ['a TIFF picture', EXPORT_IT],
  dng: ['a raw photo (DNG)', EXPORT_IT],
  raw: ['a raw photo', EXPORT_IT],
  jxl: ['a JPEG XL picture', EXPORT_IT],
  jp2: ['a JPEG 2000 picture', EXPORT_IT],
  psd: ['a Photoshop file', 'Please export it as JPG from Photoshop.'],
  svg: ['an SVG drawing', 'Please choose a photo.'],
  bmp: ['a BMP picture', 'Please save it as JPG or PNG.'],
  video: ['a video', 'Please choose a photo, or take a screenshot of the video.'],
  pdf: ['a PDF', 'Please choose a photo, or save the page as JPG.'],
} as const;

export type FileKind = PhotoFormat | keyof typeof OTHER_KINDS | 'unknown';

/** How a picture is coded, and what that costs; `refused` ones cannot be decoded. */
const CODINGS = {
  'baseline JPG': 'light',
  'progressive JPG': 'heavy',
  'JPG in several scans': 'heavy',
  'non-interlaced PNG': 'light',
  'interlaced PNG': 'heavy',
  'lossy WEBP': 'light',
  'lossless WEBP': 'heavy',
  // Drawn on a canvas of all pixels, however small its one frame is.
  'WEBP with frames': 'heavy',
  '12-bit JPG': 'refused',
  'lossless JPG': 'refused',
  'hierarchical JPG': 'refused',
  'arithmetic-coded JPG': 'refused',
  'JPEG-LS file': 'refused',
} as const;

export type Coding = keyof typeof CODINGS;

/** What the header of an accepted format says. */
export interface PhotoHeader {
  readonly format: PhotoFormat;
  /** In pixels, as stored: EXIF may turn the picture. */
  readonly width: number;
  readonly height: number;
  readonly coding: Coding;
  readonly cost: (typeof CODINGS)[Coding];
  /** Has more than one frame. */
  readonly isAnimated: boolean;
}

/** Why a file is not accepted: a code, and a full sentence for the person who chose it. */
export interface PhotoRefusal {
  readonly code:
    | 'photo_empty'
    | 'photo_too_large'
    | 'photo_format'
    | 'photo_animated'
    | 'photo_too_many_pixels'
    | 'photo_sides'
    | 'photo_unreadable';
  readonly message: string;
}

/**
 * The first thing wrong with a file that its size and header tell; null if it can be tried.
 * @param bytes the file, or a start of it that contains the header: the scans of a JPEG are counted in what is given
 * @param size of the whole file
 */
export function refusalOf(bytes: Uint8Array, size = bytes.length): PhotoRefusal | null {
  if (size === 0) return refusal('photo_empty', 'The upload is empty. Please choose a photo.');
  const kind = kindOf(bytes);
  if (kind === 'unknown')
    return refusal('photo_format', `This is not a ${ACCEPTED} photo. Please choose one of these.`);
  if (!isPhotoFormat(kind)) {
    const [name, wayOut] = OTHER_KINDS[kind];
    return refusal('photo_format', `This is ${name}, and only ${ACCEPTED} is accepted. ${wayOut}`);
  }
  if (size > LARGEST_UPLOAD) return refusal('photo_too_large', TOO_LARGE);
  const header = headerOf(bytes);
  return header ? refusalByHeader(header) : refusal('photo_unreadable', UNREADABLE);
}

function refusalByHeader({ width, height, coding, cost, isAnimated }: PhotoHeader): PhotoRefusal | null {
  if (cost === 'refused')
    return refusal(
      'photo_format',
      `This is ${withArticle(coding)}, which is not accepted. Please save it as an ordinary JPG.`,
    );
  if (isAnimated)
    return refusal('photo_animated', 'Animated pictures are not accepted. Please choose a still photo.');
  const pixels = width * height;
  const limit = PIXEL_LIMITS[cost];
  if (pixels > limit) {
    // Rounded up, so that it is never equal to the limit.
    const megapixels = Math.ceil(pixels / (MEGA / 10)) / 10;
    return refusal(
      'photo_too_many_pixels',
      `The photo has ${megapixels} megapixels, and ${withArticle(coding)} may have at most ${limit / MEGA}. Please choose a smaller one.`,
    );
  }
  if (Math.max(width, height) > LONGEST_SIDE * Math.min(width, height))
    return refusal(
      'photo_sides',
      `The photo is too long and narrow to show (${width} × ${height} pixels): one side may be at most ${LONGEST_SIDE} times the other. Please crop it.`,
    );
  return null;
}

function refusal(code: PhotoRefusal['code'], message: string): PhotoRefusal {
  return { code, message };
}

function withArticle(coding: Coding): string {
  return `${/^[aeiou]/.test(coding) ? 'an' : 'a'} ${coding}`;
}

export function isPhotoFormat(kind: FileKind): kind is PhotoFormat {
  return kind === 'jpeg' || kind === 'png' || kind === 'webp';
}

/** The kind of a file, from its first bytes. Names and types that come with a file are often wrong or missing. */
export function kindOf(bytes: Uint8Array): FileKind {
  if (u24(bytes, 0) === 0xff_d8_ff) return 'jpeg';
  if (has(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png';
  if (has(bytes, 0, 'RIFF'))
    return has(bytes, 8, 'WEBP') ? 'webp' : has(bytes, 8, 'AVI ') ? 'video' : 'unknown';
  if (has(bytes, 4, 'ftyp')) return kindOfMedia(bytes);
  if (has(bytes, 0, 'GIF87a') || has(bytes, 0, 'GIF89a')) return 'gif';
  if (/^(?:II[*+]\0|MM\0[*+])/.test(text(bytes, 0, 4))) return kindOfTiff(bytes);
  if (/^(?:IIR[OS]|IIU\0|MMOR|FUJIFILM)/.test(text(bytes, 0, 8))) return 'raw';
  if (has(bytes, 0, '\xff\x0a') || has(bytes, 0, '\0\0\0\x0cJXL \r\n\x87\n')) return 'jxl';
  if (has(bytes, 0, '\xff\x4f\xff\x51') || has(bytes, 0, '\0\0\0\x0cjP  \r\n\x87\n')) return 'jp2';
  if (has(bytes, 0, '8BPS')) return 'psd';
  // The size of the second header: text may start with these letters, too.
  if (has(bytes, 0, 'BM') && [12, 40, 52, 56, 64, 108, 124].includes(u32(bytes, 14, true))) return 'bmp';
  if (has(bytes, 0, '%PDF-')) return 'pdf';
  return isVideo(bytes) ? 'video' : isSvg(bytes) ? 'svg' : 'unknown';
}

/** Whether a file is Matroska or WebM, WMV, FLV, MPEG, or QuickTime of the time before `ftyp`. */
function isVideo(bytes: Uint8Array): boolean {
  // Packets of a transport stream start with this letter; those of AVCHD have 192 bytes, and 4 before it.
  const hasPackets = (first: number, length: number) =>
    [0, 1, 2].every((index) => has(bytes, first + index * length, 'G'));
  return (
    ['\x1aE\xdf\xa3', '0&\xb2u\x8ef\xcf\x11', 'FLV\x01', '\0\0\x01\xba', '\0\0\x01\xb3'].some((start) =>
      has(bytes, 0, start),
    ) ||
    hasPackets(0, 188) ||
    hasPackets(4, 192) ||
    // Text may have these words there, too.
    /^(?:....(?:moov|mdat|wide)|\0...(?:free|skip))$/s.test(text(bytes, 0, 8))
  );
}

const STILLS: Readonly<Record<string, FileKind>> = {
  'jp2 ': 'jp2',
  avif: 'avif',
  heic: 'heic',
  heix: 'heic',
  heim: 'heic',
  heis: 'heic',
};
/** Sequences of images. The first is the general brand, as `mif1` is that of still images. */
const SEQUENCES = new Set(['msf1', 'avis', 'hevc', 'hevx', 'hevm', 'hevs']);

/** The kind of an ISO media file, from the brands in its first box. The major brand decides unless it is a general one. */
function kindOfMedia(bytes: Uint8Array): FileKind {
  const major = text(bytes, 8, 12);
  if (SEQUENCES.has(major)) return 'sequence';
  if (major === 'crx ') return 'raw';
  if (/^M4[ABP] $/.test(major)) return 'unknown';
  const end = Math.min(u32(bytes, 0), bytes.length, 1024);
  const brands = [major];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(bytes, at, at + 4));
  const still = brands.find((brand) => brand in STILLS);
  if (still !== undefined) return STILLS[still] ?? 'heic';
  if (brands.some((brand) => SEQUENCES.has(brand))) return 'sequence';
  return brands.includes('mif1') || major === '1pic' ? 'heic' : 'video';
}

const DNG_VERSION = 0xc6_12;

/** Whether a TIFF has the tag of a DNG in its first directory. */
function kindOfTiff(bytes: Uint8Array): FileKind {
  if (has(bytes, 8, 'CR')) return 'raw';
  const isLittle = bytes[0] === 0x49;
  const directory = u32(bytes, 4, isLittle);
  const end = directory + 2 + u16(bytes, directory, isLittle) * 12;
  for (let at = directory + 2; at < Math.min(end, bytes.length); at += 12)
    if (u16(bytes, at, isLittle) === DNG_VERSION) return 'dng';
  return 'tiff';
}

/** Whether a text is XML whose first element is `svg`, after any declaration, comments and document type. */
function isSvg(bytes: Uint8Array): boolean {
  const wide = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[u16(bytes, 0)];
  const start = new TextDecoder(wide ?? 'utf-8').decode(bytes.subarray(0, 65_536)).trimStart();
  for (let at = 0; at >= 0 && at < start.length;) {
    if (/^\s*<(?:!doctype\s+)?(?:\w+:)?svg[\s>/]/i.test(start.slice(at, at + 200))) return true;
    const [, open] = /^\s*(<\?|<!--)/.exec(start.slice(at, at + 200)) ?? [];
    if (open === undefined) return false;
    const close = open === '<?' ? '?>' : '-->';
    const end = start.indexOf(close, at);
    at = end < 0 ? -1 : end + close.length;
  }
  return false;
}

/** What the header of a JPEG, PNG or WebP says; null for other files and where it cannot be read. */
export function headerOf(bytes: Uint8Array): PhotoHeader | null {
  const kind = kindOf(bytes);
  const header =
    kind === 'jpeg'
      ? jpegHeader(bytes)
      : kind === 'png'
        ? pngHeader(bytes)
        : kind === 'webp'
          ? webpHeader(bytes)
          : null;
  return header && header.width > 0 && header.height > 0 ? header : null;
}

function headerFrom(
  format: PhotoFormat,
  width: number,
  height: number,
  coding: Coding,
  isAnimated = false,
): PhotoHeader {
  return { format, width, height, coding, cost: CODINGS[coding], isAnimated };
}

/** Markers of a JPEG: its start, its end, and a scan. */
const SOI = 0xd8;
export const EOI = 0xd9;
export const SOS = 0xda;
/** Frames by their marker; without those that differ from an earlier one. */
const FRAMES: Readonly<Record<number, Coding>> = {
  0xc0: 'baseline JPG',
  0xc1: 'baseline JPG',
  0xc2: 'progressive JPG',
  0xc3: 'lossless JPG',
  0xc5: 'hierarchical JPG',
  0xc6: 'hierarchical JPG',
  0xc7: 'hierarchical JPG',
  0xc9: 'arithmetic-coded JPG',
  0xca: 'arithmetic-coded JPG',
  0xcb: 'arithmetic-coded JPG',
  0xcd: 'hierarchical JPG',
  0xce: 'hierarchical JPG',
  0xcf: 'hierarchical JPG',
  0xf7: 'JPEG-LS file',
};

/** A part of a JPEG: its marker, and where its content starts and ends. Behind the head of a scan are its data. */
export interface JpegSegment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/** More than any real photo has: up to 255 for a colour profile, and some for what cameras note. */
const MOST_SEGMENTS = 5000;

/** The parts of a JPEG up to its end, with that. Bytes between them are skipped, as decoders do. */
export function jpegSegments(bytes: Uint8Array): readonly JpegSegment[] {
  const segments: JpegSegment[] = [];
  for (let at = 2; at + 1 < bytes.length && segments.length < MOST_SEGMENTS;) {
    // Data: most bytes of a photo are skipped here.
    while (at < bytes.length && bytes[at] !== 0xff) at += 1;
    const marker = bytes[at + 1] ?? 0;
    // A stuffed zero, a filling byte, or a marker that stands alone.
    if (marker === 0 || marker === 0xff) at += 1;
    else if (marker === 1 || (marker >= 0xd0 && marker <= SOI)) at += 2;
    else {
      const end = marker === EOI ? at + 2 : at + 2 + Math.max(2, u16(bytes, at + 2));
      segments.push({ marker, start: Math.min(at + 4, end), end });
      if (marker === EOI) break;
      at = end;
    }
  }
  return segments;
}

function jpegHeader(bytes: Uint8Array): PhotoHeader | null {
  let header: PhotoHeader | null = null;
  let components = 0;
  let scans = 0;
  for (const { marker, start } of jpegSegments(bytes)) {
    const frame = FRAMES[marker];
    if (frame && !header) {
      if (start + 6 > bytes.length) return null;
      const coding = bytes[start] === 8 || CODINGS[frame] === 'refused' ? frame : '12-bit JPG';
      header = headerFrom('jpeg', u16(bytes, start + 3), u16(bytes, start + 1), coding);
      components = bytes[start + 5] ?? 0;
      // Whatever the scans are.
      if (coding !== 'baseline JPG') return header;
    }
    if (marker === SOS && header) {
      scans += 1;
      if (scans > 1 || (bytes[start] ?? components) < components)
        return headerFrom('jpeg', header.width, header.height, 'JPG in several scans');
    }
  }
  return header;
}

function pngHeader(bytes: Uint8Array): PhotoHeader | null {
  if (!has(bytes, 12, 'IHDR') || bytes.length < 29) return null;
  let frames = 1;
  // `acTL` counts the frames, and stands before the first data.
  for (let at = 8; at + 12 <= bytes.length && !has(bytes, at + 4, 'IDAT'); at += 12 + u32(bytes, at))
    if (has(bytes, at + 4, 'acTL')) frames = u32(bytes, at + 8);
  const coding = bytes[28] === 0 ? 'non-interlaced PNG' : 'interlaced PNG';
  return headerFrom('png', u32(bytes, 16), u32(bytes, 20), coding, frames > 1);
}

/** Whether a PNG comes to its end. */
export function hasPngEnd(bytes: Uint8Array): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + u32(bytes, at))
    if (has(bytes, at + 4, 'IEND')) return true;
  return false;
}

function webpHeader(bytes: Uint8Array): PhotoHeader | null {
  const first = text(bytes, 12, 16);
  if (bytes.length < 30) return null;
  if (first === 'VP8 ')
    return headerFrom('webp', u16(bytes, 26, true) & 0x3fff, u16(bytes, 28, true) & 0x3fff, 'lossy WEBP');
  if (first === 'VP8L') {
    const sides = u32(bytes, 21, true);
    return headerFrom('webp', (sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1, 'lossless WEBP');
  }
  if (first !== 'VP8X') return null;
  let frames = 0;
  let isLossless = false;
  for (let at = 30; at + 8 <= bytes.length;) {
    const length = u32(bytes, at + 4, true);
    const isFrame = has(bytes, at, 'ANMF');
    frames += Number(isFrame);
    isLossless ||= has(bytes, at, 'VP8L');
    // A frame has a head of 16 bytes, and then chunks of its own.
    at += 8 + (isFrame ? 16 : length + (length % 2));
  }
  const [width, height] = [u24(bytes, 24, true) + 1, u24(bytes, 27, true) + 1];
  const coding = frames > 0 ? 'WEBP with frames' : isLossless ? 'lossless WEBP' : 'lossy WEBP';
  return headerFrom('webp', width, height, coding, frames > 1);
}

/** Whether these (Latin-1) letters stand at a place. */
function has(bytes: Uint8Array, at: number, letters: string): boolean {
  for (let index = 0; index < letters.length; index += 1)
    if (bytes[at + index] !== letters.charCodeAt(index)) return false;
  return true;
}

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

/** A number of 2 bytes, most significant first unless it is little; bytes beyond the end are zeros. */
function u16(bytes: Uint8Array, at: number, isLittle = false): number {
  const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
  return isLittle ? second * 256 + first : first * 256 + second;
}

function u24(bytes: Uint8Array, at: number, isLittle = false): number {
  const third = bytes[at + 2] ?? 0;
  return isLittle ? third * 65_536 + u16(bytes, at, true) : u16(bytes, at) * 256 + third;
}

function u32(bytes: Uint8Array, at: number, isLittle = false): number {
  const [first, second] = [u16(bytes, at, isLittle), u16(bytes, at + 2, isLittle)];
  return isLittle ? second * 65_536 + first : first * 65_536 + second;
}
