// Writes the table of all combining marks that this Node's Unicode knows, for browsers with an older one.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = path.join(import.meta.dirname, '../src/shared/unicode-marks.ts');

if (process.argv.includes('--help')) {
  console.log('Writes src/shared/unicode-marks.ts, unless its Unicode is newer than that of this Node.');
  process.exit(0);
}

const own = process.versions.unicode;
const [, written] = /Unicode (\d+)/.exec(readFileSync(file, 'utf8')) ?? [];
if (Number(written ?? 0) <= Number.parseFloat(own)) {
  const ranges = [];
  for (let code = 0, before = false; code <= 0x10_ffff; code += 1) {
    const isMark = /\p{M}/u.test(String.fromCodePoint(code));
    if (isMark && !before) ranges.push([code, code]);
    if (isMark) ranges.at(-1)[1] = code;
    before = isMark;
  }
  const steps = ranges.map(([first, last], index) => {
    const gap = (first - (ranges[index - 1]?.[1] ?? 0)).toString(36);
    return last === first ? gap : `${gap}+${(last - first).toString(36)}`;
  });
  writeFileSync(
    file,
    `// Made by backend/scripts/unicode-marks.mjs from Unicode ${own}. Do not edit.

/** All ranges of combining marks: the distance from the last, and how many more follow, in base 36. */
export const MARKS =
  '${steps.join(' ')}';
`,
  );
}
