import * as fc from 'fast-check';
import sharp from 'sharp';
import {
  bandsOfNearCopies,
  hammingDistance,
  NEAR_COPY_DISTANCE,
  perceptualBands,
} from '../../src/infrastructure/images/perceptual-hash.js';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { jpegPhoto } from '../support/photos.js';

const SEEDS = [1, 2, 3, 4, 5, 6];

const hashOf = async (upload: Buffer): Promise<string> => (await normalisePhoto(upload)).perceptualHash;

describe('the perceptual hash', () => {
  it.each([
    [
      'made smaller and compressed hard',
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

  it('is far for different photos', async () => {
    const hashes = await Promise.all(SEEDS.map(async (seed) => hashOf(await jpegPhoto(seed))));
    for (const [index, one] of hashes.entries()) {
      expect(one).toMatch(/^[0-9a-f]{16}$/);
      for (const other of hashes.slice(index + 1)) {
        expect(hammingDistance(one, other)).toBeGreaterThan(NEAR_COPY_DISTANCE);
      }
    }
  });
});

describe('hammingDistance', () => {
  it('counts the bits that differ', () => {
    expect(hammingDistance('0000000000000000', '0000000000000000')).toBe(0);
    expect(hammingDistance('0000000000000000', '8000000000000001')).toBe(2);
    expect(hammingDistance('ffffffffffffffff', '0000000000000000')).toBe(64);
  });

  it('refuses what is no hash', () => {
    expect(() => hammingDistance('xyz', '0000000000000000')).toThrow(RangeError);
  });
});

describe('the bands', () => {
  it('are the four quarters of the hash, each with its place', () => {
    expect(perceptualBands('0123456789abcdef')).toEqual(['0:0123', '1:4567', '2:89ab', '3:cdef']);
  });

  it('lead to every near-copy: up to seven changed bits, some stored band is always asked for', () => {
    const bit = fc.integer({ min: 0, max: 63 });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.uniqueArray(bit, { maxLength: NEAR_COPY_DISTANCE }),
        (hash, changed) => {
          const copy = changed.reduce((bits, place) => bits ^ (1n << BigInt(place)), hash);
          const asked = new Set(bandsOfNearCopies(digits(copy)));
          return perceptualBands(digits(hash)).some((band) => asked.has(band));
        },
      ),
    );
  });

  it('do not lead to a hash that differs by two bits in each band', () => {
    const asked = new Set(bandsOfNearCopies('0000000000000000'));
    expect(perceptualBands('0003000300030003').some((band) => asked.has(band))).toBe(false);
    expect(asked.size).toBe(68);
  });
});

function digits(hash: bigint): string {
  return hash.toString(16).padStart(16, '0');
}
