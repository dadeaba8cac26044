import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { normalisePhoto } from '@footnote/backend/infrastructure/images/photo.js';

// Takes in the photo of a file, so many times at once, or a square of it. Prints the seconds, and the megabytes that the
// process had at most, beyond what it had before. `maxRSS` would start with the peak of the parent.
const [file = '', how = '1'] = process.argv.slice(2);
const photo = await readFile(file);
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1000;
const before = peak();
const start = performance.now();
const crop = how === 'square' ? { left: 0.4, top: 0.4, width: 0.25, height: 0.25 } : null;
await Promise.all(Array.from({ length: Number(how) || 1 }, () => normalisePhoto(photo, crop)));
const seconds = (performance.now() - start) / 1000;
process.stdout.write(JSON.stringify({ megabytes: peak() - before, seconds }));
