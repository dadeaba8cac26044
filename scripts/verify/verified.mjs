// What `npm run verify` found last, by name: docs/verified.json.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, root } from '../process.mjs';

/** @typedef {{ hash: string, seed: number | null, passed: number, seconds: number }} Verified  of the last green run */

const product = ['package-lock.json', 'backend', 'frontend'];
const tests = [...product, 'scripts/specs.mjs', 'scripts/families.mjs'];
const sites = [...product, 'scripts/verify'];

/** What each name depends on: if that has changed, its last run says nothing. */
const paths = {
  sweeps: [...tests, 'scripts/certificates.sh'],
  crash: tests,
  deadlines: tests,
  browser: tests,
  'browser-races': tests,
  pairings: tests,
  backup: sites,
  damage: sites,
  headers: sites,
  image: [...sites, 'scripts/image-layout.mjs', 'Dockerfile'],
  instances: sites,
  outage: sites,
  payments: sites,
  poison: sites,
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

/** The names without a green run on the committed contents. */
export async function staleNames() {
  const known = read();
  const names = Object.keys(paths);
  const hashes = await Promise.all(names.map(hashOf));
  return names.filter((name, index) => known[name]?.hash !== hashes[index]);
}

/** The hash of what a run verifies, or null while anything but the record is uncommitted: then it is not known. */
export async function committedHash(name) {
  const changes = (await git('status', '--porcelain')).split('\n').filter((line) => line !== '');
  return changes.every((line) => line.slice(3) === record) ? hashOf(name) : null;
}

/**
 * Writes down a green run.
 *
 * @param {string} name
 * @param {Verified} run
 */
export function writeDown(name, run) {
  const all = { ...read(), [name]: run };
  const lines = Object.keys(paths)
    .filter((one) => all[one])
    .map((one) => `  "${one}": ${JSON.stringify(all[one]).replaceAll(/[:,{]/g, '$& ').replace('}', ' }')}`);
  writeFileSync(join(root, record), `{\n${lines.join(',\n')}\n}\n`);
}
