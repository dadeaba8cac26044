// Draws the icons of the installed site from the favicon, after a change of that. They are checked in.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../public');
const rounded = readFileSync(join(folder, 'favicon.svg'), 'utf8');
const full = rounded.replace(' rx="7"', '');
/** Systems cut any shape out of it, but leave the circle of 80 % in the middle. */
const maskable = full.replace('translate(3.4 3) scale(.8)', 'translate(5.5 5.8) scale(.62)');

mkdirSync(join(folder, 'icons'), { recursive: true });
for (const [name, size, drawing] of [
  ['192', 192, rounded],
  ['512', 512, rounded],
  ['maskable', 512, maskable],
  // This system rounds the corners itself.
  ['apple-touch', 180, full],
]) {
  await sharp(Buffer.from(drawing), { density: (72 * size) / 32 })
    .resize(size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(folder, `icons/${name}.png`));
}
