import sharp from 'sharp';
import { drawFeet } from '../../src/demo/drawing/draw-feet.js';
import { hammingDistance, NEAR_COPY_DISTANCE } from '../../src/projections/photos/near-copy.js';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { amount } from '../support/scope.js';

/** A small seeded generator (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('drawFeet', () => {
  it('draws identical bytes from equal numbers', async () => {
    const [one, same] = await Promise.all([drawFeet(seeded(7)), drawFeet(seeded(7))]);
    expect(one.equals(same)).toBe(true);
  });

  it('draws JPEGs that are 960 pixels wide, can be uploaded and have different hashes', async () => {
    const photos = [];
    for (let seed = 1; seed <= amount(2, 8); seed += 1) {
      const jpeg = await drawFeet(seeded(seed));
      expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 960 });
      photos.push(await normalisePhoto(jpeg));
    }

    expect(new Set(photos.map(({ imageHash }) => imageHash)).size).toBe(photos.length);
    for (const [index, photo] of photos.entries()) {
      for (const other of photos.slice(index + 1)) {
        expect(hammingDistance(photo.perceptualHash, other.perceptualHash)).toBeGreaterThan(
          NEAR_COPY_DISTANCE,
        );
      }
    }
  });

  it.each([0, 0.999_999_999])('draws a valid picture when every number is %d', async (number) => {
    expect(await sharp(await drawFeet(() => number)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 960,
    });
  });
});
