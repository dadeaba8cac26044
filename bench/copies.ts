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

interface Frame {
  readonly colour: string;
  /** The size of the whole, and where the photo is in it, as wide as `across` says. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly across: number;
  /** What else a screenshot shows, as SVG. */
  readonly chrome?: string;
}

/** The photo on a ground, as a screenshot has it. */
async function framed(photo: Buffer, { colour, chrome, ...at }: Frame): Promise<Buffer> {
  const { width, height } = at;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${colour}"/>${chrome ?? ''}</svg>`;
  const input = await sharp(photo).resize({ width: at.across }).toBuffer();
  return saved(sharp(Buffer.from(svg)).composite([{ input, left: at.left, top: at.top }]));
}

/** What an app and a phone draw above and below a photo: a clock, a name, buttons, a caption. */
function chromeOf(ink: string, top: number, bottom: number): string {
  const text = (x: number, y: number, size: number, words: string) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" fill="${ink}">${words}</text>`;
  const icon = (x: number, y: number) =>
    `<rect x="${x}" y="${y}" width="24" height="20" rx="4" fill="${ink}"/>`;
  return [
    text(24, 24, 16, '09:41'),
    icon(300, 8),
    icon(330, 8),
    `<circle cx="30" cy="${top - 32}" r="18" fill="#c64"/>`,
    text(60, top - 26, 16, 'happy_heron_4711'),
    [16, 56, 96, 350].map((x) => icon(x, bottom + 14)).join(''),
    text(16, bottom + 66, 15, 'Liked by witty_walrus_0815 and 46 other people'),
    text(16, bottom + 90, 15, 'sunday on the beach with the best of all sandals'),
    `<rect x="130" y="828" width="130" height="5" rx="2" fill="${ink}"/>`,
  ].join('');
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
    'in a frame': (photo) => {
      const [left, top] = [8 + Math.floor(number() * 80), 8 + Math.floor(number() * 80)];
      const [width, height] = [WIDTH + left + Math.floor(number() * 80), HEIGHT + 2 * top];
      return framed(photo, {
        colour: number() < 0.5 ? 'black' : 'white',
        width,
        height,
        left,
        top,
        across: WIDTH,
      });
    },
    'in a letter box': (photo) => {
      const isWide = number() < 0.5;
      const [width, height] = isWide ? [WIDTH * 1.6, HEIGHT] : [WIDTH, HEIGHT * 2];
      const [left, top] = [(width - WIDTH) / 2, (height - HEIGHT) / 2];
      return framed(photo, { colour: 'black', width, height, left, top, across: WIDTH });
    },
    'on a phone': (photo) => {
      const [colour, ink] = number() < 0.5 ? ['black', 'white'] : ['white', 'black'];
      const top = 110 + Math.floor(number() * 200);
      const chrome = chromeOf(ink, top, top + 292);
      return framed(photo, { colour, width: 390, height: 844, left: 0, top, across: 390, chrome });
    },
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
  const strangers = {
    strangers: photoOf,
    'strangers on a phone': async (seed: number) => changes['on a phone']!(await photoOf(seed)),
  };
  for (const [name, make] of Object.entries(strangers)) {
    let [matches, most, stopped] = [0, 0, 0];
    for (let seed = 0; seed < STRANGERS; seed += 1) {
      const { length } = await matchesOf(await make(10_000 + seed));
      matches += length;
      most = Math.max(most, length);
      if (length > 0) stopped += 1;
    }
    print(
      `${STRANGERS} ${name} among ${BLOCKED}: ${stopped} stopped, ${matches} matches, ${most} at most for one`,
    );
    Object.assign(figures, { [`${name}, stopped`]: stopped, [`${name}, matches`]: matches });
  }
  return figures;
};
