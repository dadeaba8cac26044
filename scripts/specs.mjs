// The test files, and which of them match a word.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './process.mjs';

/** Family → its workspace, the folder of its tests, and the ending of their file names. */
const places = {
  backend: { workspace: 'backend', folder: 'test', ending: '.spec.ts', without: 'test/servers/' },
  frontend: { workspace: 'frontend', folder: 'test', ending: '.test.ts' },
  e2e: { workspace: 'frontend', folder: 'e2e', ending: '.e2e.ts' },
};

/** Whether only `npm run test:all` runs a file. CONTRIBUTING.md says which those are. */
const isLate = (file) => /\.late\.\w+\.ts$/.test(file);

function filesIn({ workspace, folder, without }) {
  return readdirSync(join(root, workspace, folder), { recursive: true })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts') && !(without && file.startsWith(without)))
    .sort();
}

/** The test files of a family of `npm test`, relative to its workspace. */
export function specsOf(family) {
  return filesIn(places[family]).filter((file) => file.endsWith(places[family].ending));
}

/** The test files that only `npm run test:all` runs. */
export const lateSpecsOf = (family) => specsOf(family).filter(isLate);

/** The test files that `npm test` runs. */
export const usualSpecsOf = (family) => specsOf(family).filter((file) => !isLate(file));

export function sourceOf(family, file) {
  return readFileSync(join(root, places[family].workspace, file), 'utf8');
}

/** The source of a file without imports and comments, in lower case. It contains the names of the tests. */
function wordsIn(family, file) {
  return sourceOf(family, file)
    .replaceAll(/^import[^;]*;/gm, '')
    .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    .toLowerCase();
}

/** The specs that contain one of the words, in their own source or in a contract that they run. */
function specsNaming(family, words) {
  const hasWord = (file) => words.some((word) => wordsIn(family, file).includes(word));
  const contracts = filesIn(places[family]).filter((file) => file.endsWith('.contract.ts') && hasWord(file));
  const shares = (file, source) =>
    contracts.some((contract) => source.includes(`/${basename(contract, '.ts')}.js'`)) || hasWord(file);
  return specsOf(family).filter((file) => shares(file, sourceOf(family, file)));
}

/**
 * The tests that match words: the files whose path contains one of them, or if there are none, the tests whose name does.
 * Ignores case. Families without a match are left out.
 *
 * @param {string[]} words
 * @returns {{ name: string, files: string[], words?: string[] }[]}
 */
export function findMatches(words) {
  const lower = words.map((word) => word.toLowerCase());
  const families = Object.keys(places);
  const byPath = families.map((name) => ({
    name,
    files: specsOf(name).filter((file) =>
      lower.some((word) => `${places[name].workspace}/${file}`.toLowerCase().includes(word)),
    ),
  }));
  const found = byPath.some(({ files }) => files.length > 0)
    ? byPath
    : families.map((name) => ({ name, files: specsNaming(name, lower), words }));
  return found.filter(({ files }) => files.length > 0);
}
