import { createHash } from 'node:crypto';
import { test } from '@playwright/test';
import sharp from 'sharp';

/** Texts in the metadata of the generated photos. Only the owner may ever see them. */
export const secrets = {
  artist: 'Wilhelmina Geheimnis',
  camera: 'Secretcam 9000',
  description: 'Taken in the back garden of Hidden Lane 12',
} as const;

/** The latitude as EXIF stores it (35° 16' 55.12"): three fractions of 32-bit numbers, little-endian. */
export const latitudeBytes = Buffer.from(Uint32Array.of(35, 1, 16, 1, 5512, 100).buffer);

let drawn = { in: '', count: 0 };

/**
 * A new seed, for a photo or an address: the same in each run of a test with the same seed. Photos need seeds of their own,
 * because a near-copy of another person's photo would go to review.
 */
export function newSeed(): number {
  const { testId, repeatEachIndex } = test.info();
  const name = `${testId} ${repeatEachIndex}`;
  drawn = { in: name, count: drawn.in === name ? drawn.count + 1 : 1 };
  return createHash('sha256')
    .update(`${process.env.TEST_SEED ?? ''} ${name} ${drawn.count}`)
    .digest()
    .readUInt32BE();
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed (Lehmer generator). */
export function randomFrom(seed: number): () => number {
  let state = (seed * 7919 + 17) % 2147483647;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const SQUARES = 10;

/**
 * A foot on a board of coloured squares. Those give all bits of the perceptual hash to chance, so that photos of different
 * seeds are near-copies of each other once in more than ten million pairs.
 */
function drawFoot(seed: number, width: number, height: number): string {
  const random = randomFrom(seed);
  const [across, down] = [width / SQUARES, height / SQUARES];
  const squares = Array.from({ length: SQUARES ** 2 }, (_, index) => {
    const [x, y] = [(index % SQUARES) * across, Math.floor(index / SQUARES) * down];
    const colour = `hsl(${Math.floor(random() * 360)} 45% ${20 + Math.floor(random() * 60)}%)`;
    // One pixel wider, against gaps.
    return `<rect x="${x}" y="${y}" width="${across + 1}" height="${down + 1}" fill="${colour}"/>`;
  });
  const skin = `hsl(28 45% ${60 + Math.floor(random() * 20)}%)`;
  const toes = [0, 1, 2, 3, 4].map(
    (toe) =>
      `<circle cx="${width * (0.34 + toe * 0.095)}" cy="${height * (0.28 + toe * toe * 0.008)}" r="${width * (0.07 - toe * 0.009)}" fill="${skin}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${squares.join('')}
    <ellipse cx="${width / 2}" cy="${height * 0.62}" rx="${width * 0.2}" ry="${height * 0.26}" fill="${skin}"/>${toes.join('')}
  </svg>`;
}

/** A real JPEG, by default of 1500 × 1800 pixels, whose EXIF data has a location, an artist and a camera. */
export function photoWithLocation(seed = newSeed(), width = 1500): Promise<Buffer> {
  return sharp(Buffer.from(drawFoot(seed, width, width * 1.2)))
    .jpeg({ quality: 90 })
    .withExif({
      IFD0: { Artist: secrets.artist, Model: secrets.camera, ImageDescription: secrets.description },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '35/1 16/1 5512/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '149/1 7/1 4221/100',
      },
    })
    .toBuffer();
}
