import sharp, { type Sharp } from 'sharp';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { nearOneOf } from '../../src/projections/photos/near-copy.js';
import { scene } from '../support/photos.js';
import { amount } from '../support/scope.js';

const SEEDS = [1, 2, 3, 4].slice(0, amount(1, 4));
const photoOf = (seed: number) =>
  sharp(scene(seed, 320, 240))
    .png()
    .toBuffer();
const hashOf = async (upload: Buffer) => (await normalisePhoto(upload)).perceptualHash;
/** Whether an upload is found by the one hash that was stored of the original. */
const isFound = async (upload: Buffer, original: Buffer) =>
  nearOneOf((await normalisePhoto(upload)).copyHashes)(await hashOf(original));
const saved = (picture: Sharp) => picture.jpeg({ quality: 80 }).toBuffer();

describe('a changed copy', () => {
  it.each([
    ['unchanged', (photo: Buffer) => saved(sharp(photo))],
    ['mirrored', (photo: Buffer) => saved(sharp(photo).flop())],
    ['upside down', (photo: Buffer) => saved(sharp(photo).flip())],
    ['turned by 90 degrees', (photo: Buffer) => saved(sharp(photo).rotate(90))],
    ['turned by 180 degrees', (photo: Buffer) => saved(sharp(photo).rotate(180))],
    ['turned by 270 degrees', (photo: Buffer) => saved(sharp(photo).rotate(270))],
    ['mirrored and turned', (photo: Buffer) => saved(sharp(photo).flop().rotate(90))],
    [
      'cropped at each side',
      (photo: Buffer) => saved(sharp(photo).extract({ left: 8, top: 6, width: 304, height: 228 })),
    ],
    [
      'in a frame',
      (photo: Buffer) =>
        saved(sharp(photo).extend({ top: 40, bottom: 60, left: 30, right: 30, background: 'white' })),
    ],
    [
      'in a letter box, and mirrored',
      (photo: Buffer) => saved(sharp(photo).flop().extend({ top: 150, bottom: 150, background: 'black' })),
    ],
  ])('is found when it is %s', async (_, change) => {
    for (const seed of SEEDS) {
      const photo = await photoOf(seed);
      const copy = await change(photo);
      expect(await isFound(copy, photo)).toBe(true);
      expect(await isFound(copy, await photoOf(seed + 10))).toBe(false);
    }
  });

  it('that is mirrored is not found by its own hash alone', async () => {
    const photo = await photoOf(1);
    const mirrored = await hashOf(await saved(sharp(photo).flop()));
    expect(nearOneOf([mirrored])(await hashOf(photo))).toBe(false);
  });
});
