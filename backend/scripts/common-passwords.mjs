// Makes resources/common-passwords.txt.br from a list of passwords in the order of their frequency, one a line:
//   node backend/scripts/common-passwords.mjs 10_million_password_list_top_1M.txt
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const MOST_COMMON = 100_000;
/** Shorter ones are refused by their length. */
const SHORTEST = 8;
/** Admins need so many characters: too few of the most common passwords have them. */
const LONG = 12;

const [, , source] = process.argv;
const lines = readFileSync(source, 'utf8').split(/\r?\n/);
const passwords = lines.map((line) => line.normalize('NFKC').toLowerCase());
const counted = passwords.filter(({ length }, index) => length >= (index < MOST_COMMON ? SHORTEST : LONG));
const kept = [...new Set(counted)].toSorted();
const text = Buffer.from(kept.join('\n'));
const target = new URL('../resources/common-passwords.txt.br', import.meta.url);
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
});
writeFileSync(target, packed);
console.log(`${kept.length} passwords, ${packed.length} bytes`);
