import { normalisePhoto } from '@footnote/backend/infrastructure/images/photo.js';
import { nearOneOf } from '@footnote/backend/projections/photos/near-copy.js';
import { scene } from '@footnote/backend/test/support/photos.js';
import sharp, { type Sharp } from 'sharp';
import type { Bench } from './scratch.js';

const BLOCKED = 200;
const COPIED = 100;
const STRANGERS = 1000;
const MOST_CUT = 0.1;
const [WIDTH, HEIGHT] = [320, 240];

/** A fixed sequence of numbers from 0 to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const photoOf = (seed: number) =>
  sharp(scene(seed, WIDTH, HEIGHT))
    .png()
    .toBuffer();
const saved = (picture: Sharp) => picture.jpeg({ quality: 80 }).toBuffer();

/** Up to a tenth of the width and of the height, cut off anywhere. */
function cropped(photo: Buffer, number: () => number): Promise<Buffer> {
  const [across, down] = [number() * MOST_CUT, number() * MOST_CUT];
  const area = {
    left: Math.floor(WIDTH * across * number()),
    top: Math.floor(HEIGHT * down * number()),
    width: Math.round(WIDTH * (1 - across)),
    height: Math.round(HEIGHT * (1 - down)),
  };
  return saved(sharp(photo).extract(area));
}

/** How many changed copies of blocked pictures are found, and how many strangers are taken for one. */
export const benchCopies: Bench = async (print) => {
  const number = numbers(7);
  const changes: Readonly<Record<string, (photo: Buffer) => Promise<Buffer>>> = {
    mirrored: (photo) => saved(sharp(photo).flop()),
    'turned by 90': (photo) => saved(sharp(photo).rotate(90)),
    'turned by 180': (photo) => saved(sharp(photo).rotate(180)),
    'turned by 270': (photo) => saved(sharp(photo).rotate(270)),
    cropped: (photo) => cropped(photo, number),
  };
  const blocked: string[] = [];
  for (let seed = 0; seed < BLOCKED; seed += 1) {
    blocked.push((await normalisePhoto(await photoOf(seed))).perceptualHash);
  }
  const matchesOf = async (upload: Buffer) => {
    const isNear = nearOneOf((await normalisePhoto(upload)).copyHashes);
    return blocked.flatMap((hash, index) => (isNear(hash) ? [index] : []));
  };
  const figures: Record<string, number> = {};
  for (const [name, change] of Object.entries(changes)) {
    let found = 0;
    for (let seed = 0; seed < COPIED; seed += 1) {
      if ((await matchesOf(await change(await photoOf(seed)))).includes(seed)) found += 1;
    }
    figures[name] = found / COPIED;
    print(`${name}: ${found} of ${COPIED} found`);
  }
  let [matches, most] = [0, 0];
  for (let seed = 0; seed < STRANGERS; seed += 1) {
    const { length } = await matchesOf(await photoOf(10_000 + seed));
    matches += length;
    most = Math.max(most, length);
  }
  print(`${STRANGERS} strangers among ${BLOCKED}: ${matches} matches, ${most} at most for one`);
  return { ...figures, matches, most };
};
