// The mutants that no test can catch, as docs/mutants.json lists them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';
import { instrument } from './instrument.mjs';

/** The folder of backend/src that a mutant is in. */
export const folderOf = ({ file }) => file.split('/')[0];

export const keyOf = ({ file, inside, from, to }) => JSON.stringify([file, inside, from, to]);

/** The listed mutants, each with its reason. */
export function equivalents() {
  return JSON.parse(readFileSync(join(root, 'docs/mutants.json'), 'utf8'));
}

/** The keys of listed mutants that are not among `mutants`. */
export function unmatched(listed, mutants) {
  const keys = new Set(mutants.map(keyOf));
  return listed.map(keyOf).filter((key) => !keys.has(key));
}

/** The mutants of the files that the list names, from the compiled code. A file that is gone has none. */
export function mutantsOfListed(listed) {
  return [...new Set(listed.map(({ file }) => file))].flatMap((file) => {
    const path = join(root, 'backend/dist/src', file.replace(/ts$/, 'js'));
    if (!existsSync(path)) return [];
    const [text, map] = [path, `${path}.map`].map((name) => readFileSync(name, 'utf8'));
    return instrument({ file, text, map: JSON.parse(map), switchUrl: '', nextId: 1 }).mutants;
  });
}
