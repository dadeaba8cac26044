import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'satori';

/**
 * The fonts of the card, in the order in which glyphs are searched. A family has one file per script, and satori uses
 * only the first file of a name, so each file has its own name.
 */
const FACES = [
  ['Besley', '@fontsource/besley/files/besley-latin-800-normal.woff', 800],
  ['Hanken', '@fontsource/hanken-grotesk/files/hanken-grotesk-latin-600-normal.woff', 600],
  ['Hanken Extended', '@fontsource/hanken-grotesk/files/hanken-grotesk-latin-ext-600-normal.woff', 600],
  ['Hanken Vietnamese', '@fontsource/hanken-grotesk/files/hanken-grotesk-vietnamese-600-normal.woff', 600],
  ['Noto Cyrillic', '@fontsource/noto-sans/files/noto-sans-cyrillic-600-normal.woff', 600],
  ['Noto Greek', '@fontsource/noto-sans/files/noto-sans-greek-600-normal.woff', 600],
  ['Noto Devanagari', '@fontsource/noto-sans/files/noto-sans-devanagari-600-normal.woff', 600],
  ['Noto Emoji', '@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff', 400],
] as const;

/** The font of numbers and of our own texts. */
export const DISPLAY = 'Besley';

/** The fonts of text that users write. The first one with the glyph draws it. */
export const TEXT = FACES.slice(1)
  .map(([name]) => name)
  .join(', ');

/** Reads the font files, about 800 kB. Call it once per process. */
export function readFonts(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    FACES.map(async ([name, file, weight]) => ({
      name,
      weight,
      style: 'normal' as const,
      data: await readFile(resolve(file)),
    })),
  );
}
