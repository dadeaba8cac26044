import sharp from 'sharp';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { NEAR_COPY_DISTANCE, hammingDistance } from '../../src/projections/photos/near-copy.js';
import { jpegPhoto } from '../support/photos.js';

const SEEDS = [1, 2, 3, 4, 5, 6];

const hashOf = async (upload: Buffer): Promise<string> => (await normalisePhoto(upload)).perceptualHash;

describe('the perceptual hash', () => {
  it.each([
    [
      'scaled down and strongly compressed',
      (photo: Buffer) => sharp(photo).resize(480).jpeg({ quality: 40 }).toBuffer(),
    ],
    ['saved as WebP', (photo: Buffer) => sharp(photo).resize(320).webp({ quality: 60 }).toBuffer()],
    ['brightened', (photo: Buffer) => sharp(photo).modulate({ brightness: 1.15 }).jpeg().toBuffer()],
  ])('stays near when a photo is %s', async (_, change) => {
    for (const seed of SEEDS) {
      const photo = await jpegPhoto(seed);
      expect(hammingDistance(await hashOf(photo), await hashOf(await change(photo)))).toBeLessThanOrEqual(
        NEAR_COPY_DISTANCE,
      );
    }
  });

  it('is distant for different photos', async () => {
    const hashes = await Promise.all(SEEDS.map(async (seed) => hashOf(await jpegPhoto(seed))));
    for (const [index, one] of hashes.entries()) {
      expect(one).toMatch(/^[0-9a-f]{16}$/);
      for (const other of hashes.slice(index + 1)) {
        expect(hammingDistance(one, other)).toBeGreaterThan(NEAR_COPY_DISTANCE);
      }
    }
  });
});
