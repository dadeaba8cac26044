// What `npm run verify` found last, by name: docs/verified.json.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, root } from '../process.mjs';

/** @typedef {{ hash: string, seed: number | null, passed: number, seconds: number }} Verified  of the last green run */

const server = ['package-lock.json', 'backend/src'];
const tests = [...server, 'backend/test', 'scripts/specs.mjs'];
const withOutage = (folder) => [
  ...server,
  `scripts/verify/${folder}`,
  'scripts/verify/outage',
  'backend/test/support',
];

/** What each name depends on: if that has changed, its last run says nothing. */
const paths = {
  sweeps: tests,
  crash: tests,
  deadlines: tests,
  pairings: tests,
  browser: [...server, 'frontend', 'backend/test/support', 'scripts/specs.mjs'],
  backup: withOutage('backup'),
  damage: withOutage('damage'),
  headers: [...server, 'frontend', 'scripts/verify/headers.mjs'],
  image: [...withOutage('image'), 'Dockerfile', 'frontend'],
  outage: withOutage('outage'),
  payments: withOutage('payments'),
  poison: withOutage('poison'),
};

const record = 'docs/verified.json';

/** @returns {Record<string, Verified>} */
const read = () =>
  existsSync(join(root, record)) ? JSON.parse(readFileSync(join(root, record), 'utf8')) : {};

async function git(...args) {
  const { code, output } = await capture('git', args);
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`);
  return output;
}

/** The hash of the committed contents that a name depends on. */
async function hashOf(name) {
  const ids = await git('rev-parse', ...paths[name].map((path) => `HEAD:${path}`));
  return createHash('sha256').update(ids).digest('hex').slice(0, 12);
}

/** The names that have had no green run on the committed contents. */
export async function staleNames() {
  const known = read();
  const names = Object.keys(paths);
  const hashes = await Promise.all(names.map(hashOf));
  return names.filter((name, index) => known[name]?.hash !== hashes[index]);
}

/** Writes down a green run. Only of a commit: with changes beside the record it is not known what was verified. */
export async function writeDown(name, { seed, passed, seconds }) {
  const changes = (await git('status', '--porcelain')).split('\n').filter((line) => line !== '');
  if (changes.some((line) => line.slice(3) !== record))
    return console.log(`Not written to ${record}: there are uncommitted changes.`);
  const all = { ...read(), [name]: { hash: await hashOf(name), seed, passed, seconds } };
  const lines = Object.keys(paths)
    .filter((one) => all[one])
    .map((one) => `  "${one}": ${JSON.stringify(all[one]).replaceAll(/[:,{]/g, '$& ').replace('}', ' }')}`);
  writeFileSync(join(root, record), `{\n${lines.join(',\n')}\n}\n`);
}
