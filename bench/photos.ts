import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { type Bench, inScratchFolder } from './scratch.js';

const run = promisify(execFile);
/** The sides of squares that have almost 220 and 50 million pixels, the limits of `shared/photo-file.ts`. */
const LIGHT = 14_832;
const HEAVY = 7071;

/** A picture in smooth colours, so that the largest one has less than 10 MB. */
const smooth = (side: number) =>
  sharp({
    create: {
      width: 8,
      height: 8,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
      background: '#000',
    },
  }).resize(side, side, { kernel: 'linear' });
const flat = (side: number) =>
  sharp({
    create: { width: side, height: side, channels: 3, background: '#b08060' },
    limitInputPixels: false,
  });

/** Each kind of file at its limit. */
const KINDS: Readonly<Record<string, () => Sharp>> = {
  'baseline JPEG': () => smooth(LIGHT).jpeg({ mozjpeg: false }),
  'baseline JPEG, 4:4:4': () => smooth(LIGHT).jpeg({ chromaSubsampling: '4:4:4' }),
  'baseline JPEG, on its side': () => smooth(LIGHT).withMetadata({ orientation: 6 }).jpeg(),
  PNG: () => flat(LIGHT).png(),
  'PNG, 16 bits': () => flat(LIGHT).toColourspace('rgb16').png(),
  'lossy WebP': () => flat(LIGHT).webp({ quality: 30 }),
  'lossy WebP, transparent': () => flat(LIGHT).ensureAlpha(0.5).webp({ quality: 30 }),
  'progressive JPEG': () => smooth(HEAVY).jpeg({ progressive: true }),
  'progressive JPEG, 4:4:4': () => smooth(HEAVY).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  'interlaced PNG': () => flat(HEAVY).png({ progressive: true }),
  'interlaced PNG, 16 bits': () => flat(HEAVY).toColourspace('rgb16').png({ progressive: true }),
  'lossless WebP': () => flat(HEAVY).webp({ lossless: true }),
};

/** The memory and time that photos take at the limit of their kind: one alone, three at once, and a square of one. */
export const benchPhotos: Bench = (print) =>
  inScratchFolder(async (folder) => {
    const file = path.join(folder, 'photo');
    const script = path.join(import.meta.dirname, 'photos.process.js');
    const figures: Record<string, Record<string, { megabytes: number; seconds: number }>> = {};
    for (const [kind, make] of Object.entries(KINDS)) {
      await writeFile(file, await make().toBuffer());
      const of: Record<string, { megabytes: number; seconds: number }> = {};
      for (const how of ['1', '3', 'square']) {
        const { stdout } = await run(process.execPath, [script, file, how]);
        of[how] = JSON.parse(stdout) as { megabytes: number; seconds: number };
      }
      figures[kind] = of;
      const said = Object.entries(of).map(
        ([how, { megabytes, seconds }]) => `${how}: ${megabytes.toFixed(0)} MB, ${seconds.toFixed(1)} s`,
      );
      print(`${kind.padEnd(28)}${said.join('   ')}`);
    }
    return figures;
  });
