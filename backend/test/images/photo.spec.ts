import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { RENDITION_WIDTHS } from '../../src/infrastructure/images/image-store.port.js';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import {
  jpegPhoto,
  PHOTO_HEIGHT,
  PHOTO_WIDTH,
  photoOnItsSide,
  photoWithLocation,
  PRIVATE_MARKER,
  scene,
} from '../support/photos.js';

describe('normalisePhoto accepts', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('a %s and stores it as WebP in five widths', async (format) => {
    const photo = await normalisePhoto(await sharp(scene(1)).toFormat(format).toBuffer());

    expect({ width: photo.width, height: photo.height }).toEqual({ width: 1280, height: 960 });
    for (const width of RENDITION_WIDTHS) {
      const kept = await sharp(photo.renditions[width]).metadata();
      expect({ format: kept.format, width: kept.width, height: kept.height }).toEqual({
        format: 'webp',
        width,
        height: (width * 3) / 4,
      });
    }
  });

  it('a small photo without enlarging it, and still creates all files', async () => {
    const photo = await normalisePhoto(
      await sharp(scene(1, 400, 300))
        .png()
        .toBuffer(),
    );

    const widths = await Promise.all(
      RENDITION_WIDTHS.map(async (width) => (await sharp(photo.renditions[width]).metadata()).width),
    );
    expect(widths).toEqual([160, 320, 400, 400, 400]);
    expect({ width: photo.width, height: photo.height }).toEqual({ width: 400, height: 300 });
  });

  it('a single pixel, and a strip five times as tall as wide', async () => {
    const pixel = await normalisePhoto(
      await sharp({ create: { width: 1, height: 1, channels: 3, background: '#123456' } })
        .png()
        .toBuffer(),
    );
    const strip = await normalisePhoto(
      await sharp({ create: { width: 1600, height: 8000, channels: 3, background: '#123456' } })
        .png()
        .toBuffer(),
    );

    expect({ width: pixel.width, height: pixel.height }).toEqual({ width: 1, height: 1 });
    expect(strip.height).toBe(3840);
  });

  it('a rotated photo and turns it upright', async () => {
    const photo = await normalisePhoto(await photoOnItsSide());

    expect({ width: photo.width, height: photo.height }).toEqual({ width: 1200, height: 1600 });
    const { data, info } = await sharp(photo.renditions[320]).raw().toBuffer({ resolveWithObject: true });
    const colourAt = (y: number) =>
      [...data.subarray(y * info.width * 3, y * info.width * 3 + 3)].map((part) => part > 128);
    expect(colourAt(10)).toEqual([true, false, false]); // red above
    expect(colourAt(info.height - 10)).toEqual([false, false, true]); // blue below
  });

  it('a transparent picture and puts it on white', async () => {
    const photo = await normalisePhoto(
      await sharp({
        create: { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
      })
        .png()
        .toBuffer(),
    );

    const kept = sharp(photo.renditions[1280]);
    expect((await kept.metadata()).hasAlpha).toBe(false);
    expect([...(await kept.raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('pictures in grey, 16 bits, CMYK and a wide-gamut profile, and converts them to sRGB', async () => {
    const colour = { create: { width: 64, height: 48, channels: 3 as const, background: '#b08060' } };
    const pictures = await Promise.all([
      sharp(colour).toColourspace('rgb16').png().toBuffer(),
      sharp(colour).toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer(),
      sharp(colour).withIccProfile('p3').png().toBuffer(),
    ]);

    for (const picture of pictures) {
      const [red = 0, green = 0, blue = 0] = await firstPixel(picture);
      expect(Math.abs(red - 0xb0)).toBeLessThan(20);
      expect(Math.abs(green - 0x80)).toBeLessThan(20);
      expect(Math.abs(blue - 0x60)).toBeLessThan(20);
    }
    const [red = 0, green, blue] = await firstPixel(await sharp(colour).greyscale().jpeg().toBuffer());
    expect(green).toBe(red);
    expect(blue).toBe(red);
  });
});

describe('normalisePhoto cuts a square out of a picture', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of the EXIF orientation %d', async (orientation) => {
    const stored = await sharp(scene(3, 900, 700))
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const upright = await sharp(stored).autoOrient().png().toBuffer();
    const { width = 0, height = 0 } = await sharp(upright).metadata();
    const area = { left: 123, top: 77, width: 300, height: 300 };

    const photo = await normalisePhoto(stored, {
      left: area.left / width,
      top: area.top / height,
      width: area.width / width,
      height: area.height / height,
    });

    const pixels = (picture: Sharp) => picture.removeAlpha().raw().toBuffer();
    const wanted = await pixels(sharp(upright).extract(area));
    const kept = await pixels(sharp(photo.renditions[1280]));
    expect({ width: photo.width, height: photo.height }).toEqual({ width: 300, height: 300 });
    const difference = wanted.reduce((sum, value, at) => sum + Math.abs(value - (kept[at] ?? 0)), 0);
    expect(difference / wanted.length).toBeLessThan(3);
  });

  it.each([100, 1])('of %d pixels, from fractions with six digits', async (side) => {
    const photo = await jpegPhoto();
    const [width, height] = [side / 400, side / 300].map((fraction) => Number(fraction.toFixed(6)));
    const square = { left: 0.25, top: 0, width: width ?? 0, height: height ?? 0 };
    expect(await normalisePhoto(photo, square)).toMatchObject({ width: side, height: side });
  });

  it('as large as photos are stored, and to its last pixel', async () => {
    const large = await sharp(scene(3, 6000, 4000))
      .jpeg()
      .toBuffer();
    const quarter = { left: 1 - 1 / 6, top: 0.75, width: 1 / 6, height: 0.25 };
    expect(await normalisePhoto(large, quarter)).toMatchObject({ width: 1000, height: 1000 });
    expect(await normalisePhoto(large, { left: 1 / 3, top: 0, width: 2 / 3, height: 1 })).toMatchObject({
      width: 1280,
      height: 1280,
    });
  });
});

describe('normalisePhoto strips', () => {
  it('EXIF, GPS, XMP and colour profiles from every rendition', async () => {
    const upload = await photoWithLocation();
    expect(upload.includes(PRIVATE_MARKER)).toBe(true);
    expect(upload.includes('Exif')).toBe(true);
    expect((await sharp(upload).metadata()).xmp?.includes(PRIVATE_MARKER)).toBe(true);

    const { renditions } = await normalisePhoto(upload);

    for (const width of RENDITION_WIDTHS) {
      const kept = renditions[width];
      for (const trace of [
        PRIVATE_MARKER,
        'PRIVATE',
        'Exif',
        'EXIF',
        'GPS',
        'XMP',
        'xmpmeta',
        'ICCP',
        'Footnote Test',
      ]) {
        expect(kept.includes(trace, 0, 'latin1')).toBe(false);
        expect(kept.includes(trace, 0, 'utf16le')).toBe(false);
      }
      expect(chunkNames(kept)).toEqual(['VP8 ']); // only the picture
    }
  });

  it('bytes after the end of the picture (V5.3.1)', async () => {
    const upload = Buffer.concat([await jpegPhoto(), Buffer.from(PRIVATE_MARKER)]);
    const { renditions } = await normalisePhoto(upload);
    for (const width of RENDITION_WIDTHS) expect(renditions[width].includes(PRIVATE_MARKER)).toBe(false);
  });
});

describe('normalisePhoto limits its work', () => {
  it.each([
    ['three pictures', [], 3],
    ['one picture that needs much memory', ['heavy'], 1],
  ] as const)('and processes at most %s at a time', async (_, words, limit) => {
    const script = path.join(import.meta.dirname, 'photos-at-work.process.js');
    // A thread for each picture, so that only the limit makes them wait.
    const env = { ...process.env, UV_THREADPOOL_SIZE: '8' };
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...words], { env });
    const { noted, most } = JSON.parse(stdout) as { noted: number; most: number };
    expect(noted).toBeGreaterThan(8);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(limit);
  });
});

describe('normalisePhoto describes', () => {
  it('equal pictures with equal hashes, for any metadata and lossless format', async () => {
    const [plain, located] = await Promise.all([
      normalisePhoto(await jpegPhoto(3, [PHOTO_WIDTH, PHOTO_HEIGHT])),
      normalisePhoto(await photoWithLocation(3)),
    ]);
    const [png, webp] = await Promise.all([
      normalisePhoto(
        await sharp(scene(3, 800, 600))
          .png()
          .toBuffer(),
      ),
      normalisePhoto(
        await sharp(scene(3, 800, 600))
          .webp({ lossless: true })
          .toBuffer(),
      ),
    ]);

    expect(located.imageHash).toBe(plain.imageHash);
    expect(plain.imageHash).toMatch(/^[0-9a-f]{64}$/);
    expect(webp.imageHash).toBe(png.imageHash);
  });

  it('different pictures with different hashes, also equal pixels in another shape', async () => {
    const [one, two] = await Promise.all([
      normalisePhoto(await jpegPhoto(1)),
      normalisePhoto(await jpegPhoto(2)),
    ]);
    expect(one.imageHash).not.toBe(two.imageHash);
    expect(one.perceptualHash).not.toBe(two.perceptualHash);

    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#808080' } })
        .png()
        .toBuffer();
    const [wide, tall] = await Promise.all([
      normalisePhoto(await flat(60, 40)),
      normalisePhoto(await flat(40, 60)),
    ]);
    expect(wide.imageHash).not.toBe(tall.imageHash);
  });

  it('the picture with a thumbhash of its colour and shape', async () => {
    const photo = await normalisePhoto(
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c86432' } })
        .png()
        .toBuffer(),
    );
    const placeholder = Buffer.from(photo.thumbhash, 'base64');
    const average = thumbHashToAverageRGBA(placeholder);

    expect(placeholder.length).toBeLessThanOrEqual(32);
    expect(average.r).toBeCloseTo(0xc8 / 255, 1);
    expect(average.b).toBeCloseTo(0x32 / 255, 1);
    expect(thumbHashToApproximateAspectRatio(placeholder)).toBeGreaterThan(1);
  });
});

async function firstPixel(upload: Buffer): Promise<number[]> {
  const { renditions } = await normalisePhoto(upload);
  return [...(await sharp(renditions[320]).raw().toBuffer()).subarray(0, 3)];
}

/** The chunk names of a WebP file. */
function chunkNames(webp: Buffer): string[] {
  const names: string[] = [];
  for (let offset = 12; offset + 8 <= webp.length;) {
    names.push(webp.toString('latin1', offset, offset + 4));
    const length = webp.readUInt32LE(offset + 4);
    offset += 8 + length + (length % 2);
  }
  return names;
}
