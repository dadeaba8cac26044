import sharp from 'sharp';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { PhotoRefusedError } from '../../src/infrastructure/images/photo-refused.error.js';
import { LARGEST_UPLOAD } from '../../src/shared/photo-file.js';
import {
  animatedPng,
  animatedWebp,
  blackPng,
  gifPicture,
  heavyJpeg,
  hugePng,
  hugePngWithoutPixels,
  jpegInScans,
  jpegPhoto,
  scene,
  svgPicture,
  textNamedJpg,
  truncatedJpeg,
} from '../support/photos.js';

describe('normalisePhoto refuses', () => {
  it.each([
    ['an empty body', () => Buffer.alloc(0), 'photo_empty', 400],
    ['an 11 MB JPEG', heavyJpeg, 'photo_too_large', 413],
    ['text named .jpg', textNamedJpg, 'photo_format', 422],
    ['an SVG', svgPicture, 'photo_format', 422],
    ['a GIF', gifPicture, 'photo_format', 422],
    [
      'an AVIF (as HEIC, an ISO media file)',
      () =>
        sharp(scene(1, 64, 64))
          .avif({ effort: 0 })
          .toBuffer(),
      'photo_format',
      422,
    ],
    ['three bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), 'photo_unreadable', 422],
    [
      'a JPEG signature before other bytes',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svgPicture()]),
      'photo_unreadable',
      422,
    ],
    ['a JPEG of two components', () => jpegInScans(2), 'photo_unreadable', 422],
    ['a truncated JPEG', truncatedJpeg, 'photo_unreadable', 422],
    ['a truncated PNG', () => cutInHalf(sharp(scene(1)).png().toBuffer()), 'photo_unreadable', 422],
    ['a truncated WebP', () => cutInHalf(sharp(scene(1)).webp().toBuffer()), 'photo_unreadable', 422],
    ['an animated WebP', animatedWebp, 'photo_animated', 422],
    ['an animated PNG', animatedPng, 'photo_animated', 422],
    ['400 megapixels in a small PNG', hugePng, 'photo_too_many_pixels', 422],
  ] as const)('%s (V1.3.4, V5.2.2)', async (_, make, code, status) => {
    const refusal = await refusalOf(await make());
    expect({ code: refusal.code, status: refusal.status }).toEqual({ code, status });
    expect(refusal.message).toMatch(/^[A-Z].* Please (?:choose|export) .*\.$/);
  });

  it('400 megapixels from the header alone, without decoding pixels (V5.2.3)', async () => {
    expect(hugePng().length).toBeLessThan(100_000);
    expect(await refusalOf(hugePngWithoutPixels())).toEqual(await refusalOf(hugePng()));
  });

  it('one row more than 220 megapixels, but not 220 megapixels', async () => {
    expect((await refusalOf(blackPng(22_000, 10_001))).code).toBe('photo_too_many_pixels');
    await expect(normalisePhoto(blackPng(22_000, 10_000))).resolves.toMatchObject({
      width: 1280,
      height: 582,
    });
  });

  it('one byte more than 10 MB, but not 10 MB (V5.2.1)', async () => {
    const photo = await jpegPhoto();
    const filled = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)]);
    expect((await refusalOf(filled(LARGEST_UPLOAD + 1))).code).toBe('photo_too_large');
    await expect(normalisePhoto(filled(LARGEST_UPLOAD))).resolves.toMatchObject({ width: 400 });
  });

  it('one bad file of many without affecting the others', async () => {
    const uploads = await Promise.all([
      jpegPhoto(1),
      truncatedJpeg(),
      jpegPhoto(2),
      animatedWebp(),
      jpegPhoto(3),
      jpegPhoto(4),
    ]);
    const results = await Promise.allSettled(uploads.map((bytes) => normalisePhoto(bytes)));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });
});

async function refusalOf(bytes: Buffer): Promise<PhotoRefusedError> {
  const outcome: unknown = await normalisePhoto(bytes).catch((error: unknown) => error);
  if (!(outcome instanceof PhotoRefusedError)) throw new Error(`Not refused: ${String(outcome)}`);
  return outcome;
}

async function cutInHalf(whole: Promise<Buffer>): Promise<Buffer> {
  const bytes = await whole;
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
