import fc from 'fast-check';
import sharp from 'sharp';
import { headerOf, kindOf, LARGEST_UPLOAD, PIXEL_LIMITS, refusalOf } from '../../src/shared/photo-file.js';
import {
  animatedPng,
  animatedWebp,
  gifPicture,
  jpegInScans,
  jpegPhoto,
  scene,
  svgPicture,
} from '../support/photos.js';

/** The first box of an ISO media file. */
const media = (major: string, ...brands: string[]) =>
  Buffer.from(
    `\0\0\0${String.fromCharCode(16 + 4 * brands.length)}ftyp${major}\0\0\0\0${brands.join('')}`,
    'latin1',
  );
const latin = (text: string) => Buffer.from(text, 'latin1');
/** A TIFF whose first directory has one entry. */
const tiff = (tag: number) =>
  Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, tag & 255, tag >> 8, ...Array(14).fill(0)]);
const bitmap = Buffer.concat([latin('BM'), Buffer.alloc(12), Buffer.from([40, 0, 0, 0])]);

describe('the kind of a file is told by its first bytes', () => {
  it.each([
    ['heic', 'an iPhone’s HEIC', media('heic', 'mif1', 'MiHE', 'MiPr', 'miaf', 'MiHB', 'heic')],
    ['heic', 'a HEIC of the general brand', media('mif1', 'heic', 'hevc')],
    ['heic', 'a HEIF without a brand of its coding', media('mif1', 'miaf')],
    ['sequence', 'a HEIC sequence', media('hevc', 'msf1', 'hevc')],
    ['sequence', 'a sequence of the general brand', media('msf1', 'hevc')],
    ['avif', 'an AVIF', media('avif', 'mif1', 'miaf')],
    ['avif', 'an AVIF of the general brand', media('mif1', 'avif')],
    ['sequence', 'an animated AVIF', media('avis', 'avif', 'msf1', 'mif1')],
    ['raw', 'a raw photo of Canon', media('crx ', 'isom')],
    ['video', 'an MP4', media('isom', 'iso2', 'avc1', 'mp41')],
    ['video', 'a QuickTime', media('qt  ', 'qt  ')],
    ['video', 'a 3GP', media('3gp5', '3gp5')],
    ['unknown', 'a sound', media('M4A ', 'isom')],
    ['video', 'a QuickTime of old', latin('\0\0\x10\0moov')],
    ['video', 'a QuickTime that starts with free space', latin('\0\0\0\x08free')],
    ['unknown', 'words that start as such a one does', latin('The free encyclopedia')],
    ['video', 'a WMV', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')],
    ['video', 'an FLV', latin('FLV\x01\x05')],
    ['video', 'an MPEG', latin('\0\0\x01\xb3')],
    ['video', 'an MPEG transport stream', latin('G'.padEnd(188).repeat(3))],
    ['video', 'an AVCHD', latin('    G'.padEnd(192).repeat(3))],
    ['unknown', 'words that start as a transport stream does', latin('Good morning'.repeat(50))],
    ['video', 'a WebM', latin('\x1aE\xdf\xa3')],
    ['video', 'an AVI', latin('RIFF\0\0\0\0AVI LIST')],
    ['unknown', 'a WAV', latin('RIFF\0\0\0\0WAVEfmt ')],
    ['gif', 'a GIF of 1987', latin('GIF87a')],
    ['tiff', 'a TIFF', tiff(0x0100)],
    ['dng', 'a DNG', tiff(0xc612)],
    ['tiff', 'a TIFF that ends before its directory', latin('MM\0*\0\0\xff\xff')],
    ['raw', 'a CR2', latin('II*\0\x10\0\0\0CR\x02\0')],
    ['jxl', 'a JPEG XL', latin('\xff\x0a\xfa')],
    ['jxl', 'a JPEG XL in a container', latin('\0\0\0\x0cJXL \r\n\x87\n')],
    ['jp2', 'a JPEG 2000', latin('\0\0\0\x0cjP  \r\n\x87\n')],
    ['jp2', 'a JPEG 2000 without a container', latin('\xff\x4f\xff\x51')],
    ['jp2', 'an ISO media file of the brand of JPEG 2000', media('jp2 ', 'jp2 ')],
    ['heic', 'a HEIF with one picture', media('1pic', 'miaf')],
    ['avif', 'an AVIF with one picture', media('1pic', 'avif')],
    ['psd', 'a Photoshop file', latin('8BPS\0\x01')],
    ['bmp', 'a bitmap', bitmap],
    ['unknown', 'words that start as a bitmap does', latin('BMW is a maker of cars and motorcycles')],
    ['pdf', 'a PDF', latin('%PDF-1.7')],
    ['svg', 'an SVG', svgPicture()],
    [
      'svg',
      'an SVG behind a mark and a declaration',
      Buffer.from('\ufeff<?xml version="1.0"?>\n<svg xmlns="">'),
    ],
    [
      'svg',
      'an SVG behind comments and a type',
      latin('<!-- a <svg> -->\n<!DOCTYPE svg PUBLIC "-//W3C">\n<svg>'),
    ],
    ['svg', 'an SVG with a prefix', latin('<svg:svg xmlns:svg="http://www.w3.org/2000/svg">')],
    ['svg', 'an SVG in UTF-16', Buffer.from('\ufeff<svg>', 'utf16le')],
    ['unknown', 'a page with a drawing in it', latin('<!doctype html><svg></svg>')],
    ['unknown', 'a comment without an end', latin('<!-- <svg>')],
    ['unknown', 'nothing', Buffer.alloc(0)],
  ])('%s: %s', (kind, _, bytes) => {
    expect(kindOf(bytes)).toBe(kind);
  });

  it('for all that the encoder makes', async () => {
    const picture = sharp(scene(1, 64, 48));
    const kinds = await Promise.all([
      jpegPhoto(),
      picture.clone().png().toBuffer(),
      picture.clone().webp().toBuffer(),
      gifPicture(),
      picture.clone().tiff().toBuffer(),
      picture.clone().avif({ effort: 0 }).toBuffer(),
    ]);
    expect(kinds.map(kindOf)).toEqual(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif']);
  });
});

describe('the header says what the decoder says', () => {
  it('for sizes, formats and codings', async () => {
    const variants = [1, 7, 16, 333].flatMap((width) =>
      [1, 9, 250].flatMap((height) => {
        const picture = () => sharp({ create: { width, height, channels: 3, background: '#b08060' } });
        return [
          [picture().jpeg({ mozjpeg: false }), 'baseline JPG'],
          [picture().jpeg({ progressive: true }), 'progressive JPG'],
          [picture().toColourspace('cmyk').jpeg(), 'baseline JPG'],
          [
            picture()
              .withExif({ IFD0: { Make: 'x'.repeat(3000) } })
              .jpeg(),
            'baseline JPG',
          ],
          [picture().png(), 'non-interlaced PNG'],
          [picture().png({ progressive: true }), 'interlaced PNG'],
          [picture().png({ palette: true }), 'non-interlaced PNG'],
          [picture().webp(), 'lossy WEBP'],
          [picture().webp({ lossless: true }), 'lossless WEBP'],
          [picture().ensureAlpha(0.5).webp(), 'lossy WEBP'],
          [picture().withIccProfile('p3').webp({ lossless: true }), 'lossless WEBP'],
        ] as const;
      }),
    );
    for (const [made, coding] of variants) {
      const bytes = await made.toBuffer();
      const { format, width, height } = await sharp(bytes).metadata();
      expect(headerOf(bytes)).toMatchObject({ format, width, height, coding, isAnimated: false });
    }
  });

  it('and counts frames and scans', async () => {
    expect(headerOf(await animatedPng())).toMatchObject({ isAnimated: true });
    expect(headerOf(await animatedPng(1))).toMatchObject({ isAnimated: false });
    expect(headerOf(await animatedWebp())).toMatchObject({ width: 120, height: 90, isAnimated: true });
    expect(headerOf(await jpegInScans())).toMatchObject({
      coding: 'JPG in several scans',
      cost: 'heavy',
    });
  });
});

/** A JPEG that ends behind the head of its frame. */
const frame = (marker: number, precision: number, width = 100, height = 100) =>
  Buffer.from([
    0xff,
    0xd8,
    0xff,
    marker,
    0,
    11,
    precision,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    17,
    0,
  ]);
const png = (width: number, height: number, interlace = 0) => {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes[28] = interlace;
  return bytes;
};

/** A WebP that ends with the head of its first frame. */
const webpWithFrame = (width: number, height: number) => {
  const bytes = Buffer.alloc(54);
  bytes.write('RIFF\0\0\0\0WEBPVP8X\x0a', 'latin1');
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  bytes.write('ANMF', 30);
  return bytes;
};

describe('what is not accepted is named, with a way out', () => {
  it.each([
    [
      media('heic'),
      'This is a HEIC photo, and only JPG, PNG or WEBP is accepted. On iPhone: Settings, Camera, Formats, Most Compatible; or share it as JPEG.',
    ],
    [
      latin('GIF89a'),
      'This is a GIF, and only JPG, PNG or WEBP is accepted. Please choose a photo, or save the GIF as PNG.',
    ],
    [latin('words'), 'This is not a JPG, PNG or WEBP photo. Please choose one of these.'],
    [frame(0xc0, 12), 'This is a 12-bit JPG, which is not accepted. Please save it as an ordinary JPG.'],
    [frame(0xf7, 8), 'This is a JPEG-LS file, which is not accepted. Please save it as an ordinary JPG.'],
    [frame(0xc3, 16), 'This is a lossless JPG, which is not accepted. Please save it as an ordinary JPG.'],
    [
      frame(0xc9, 8),
      'This is an arithmetic-coded JPG, which is not accepted. Please save it as an ordinary JPG.',
    ],
  ])('%#', (bytes, message) => {
    expect(refusalOf(bytes)).toEqual({ code: 'photo_format', message });
  });

  it.each([
    ['as many pixels as are light', png(22_000, 10_000), null],
    [
      'one more row',
      png(22_000, 10_001),
      'The photo has 220.1 megapixels, and a non-interlaced PNG may have at most 220. Please choose a smaller one.',
    ],
    ['as many as are heavy', png(10_000, 5000, 1), null],
    [
      'one more row of these',
      png(10_000, 5001, 1),
      'The photo has 50.1 megapixels, and an interlaced PNG may have at most 50. Please choose a smaller one.',
    ],
    [
      'a WebP that needs memory for a canvas, whatever the size of its frame',
      webpWithFrame(10_000, 5001),
      'The photo has 50.1 megapixels, and a WEBP with frames may have at most 50. Please choose a smaller one.',
    ],
    [
      'a progressive JPEG of a phone',
      frame(0xc2, 8, 12_000, 9000),
      'The photo has 108 megapixels, and a progressive JPG may have at most 50. Please choose a smaller one.',
    ],
    ['a baseline JPEG of a phone', frame(0xc0, 8, 16_320, 12_240), null],
    ['sides of 1 : 5', png(5000, 1000), null],
    [
      'sides beyond 1 : 5',
      png(1000, 5001),
      'The photo is too long and narrow to show (1000 × 5001 pixels): one side may be at most 5 times the other. Please crop it.',
    ],
  ])('%s', (_, bytes, message) => {
    expect(refusalOf(bytes)?.message ?? null).toBe(message);
  });

  it('and the size of the file counts, of which a start is enough', () => {
    expect(PIXEL_LIMITS).toEqual({ light: 220_000_000, heavy: 50_000_000 });
    expect(refusalOf(png(10, 10), LARGEST_UPLOAD)).toBeNull();
    expect(refusalOf(png(10, 10), LARGEST_UPLOAD + 1)?.code).toBe('photo_too_large');
    expect(refusalOf(media('heic'), LARGEST_UPLOAD + 1)?.code).toBe('photo_format');
    expect(refusalOf(Buffer.alloc(0))?.code).toBe('photo_empty');
  });
});

/** The size of a file of which each byte is counted when it is read. */
const SIZE = 100_000;

describe('hostile bytes', () => {
  it('never make it throw', async () => {
    const files = await Promise.all([
      jpegPhoto(),
      jpegInScans(),
      animatedPng(),
      animatedWebp(),
      animatedPng(1),
    ]);
    const starts = [...files, media('heic', 'mif1'), tiff(0xc612), svgPicture(), bitmap];
    const damaged = fc
      .tuple(
        fc.constantFrom(...starts),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 12 }),
        fc.nat(3000),
      )
      .map(([bytes, changes, end]) => {
        const copy = Buffer.from(bytes.subarray(0, end));
        for (const [at, value] of changes) if (at < copy.length) copy[at] = value;
        return copy;
      });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const header = headerOf(bytes);
        expect(header === null || (header.width > 0 && header.height > 0)).toBe(true);
        refusalOf(bytes);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['data without a marker', [0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0], [0xff, 0]],
    ['filling bytes', [0xff, 0xd8], [0xff]],
    ['empty segments', [0xff, 0xd8], [0xff, 0xfe, 0, 0]],
    ['scans', [...frame(0xc0, 8)], [0xff, 0xda, 0, 2]],
    ['empty chunks of a PNG', [...png(10, 10)], [0]],
    ['empty chunks of a WebP', [...latin('RIFF\0\0\0\0WEBPVP8X')], [0]],
    ['declarations', [], [...latin('<?xml?>')]],
  ])('are read once: %s', (_, start, filling) => {
    const bytes = Buffer.alloc(SIZE, Buffer.from(filling));
    bytes.set(start);
    let reads = 0;
    const counted = new Proxy(bytes, {
      get(target, name) {
        reads += 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    refusalOf(counted);
    expect(reads).toBeLessThan(8 * SIZE);
  });
});
