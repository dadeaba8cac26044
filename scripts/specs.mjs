// The test files, which of them match a word, and the tests that are left out as flaky.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './process.mjs';

/** Family → its workspace, the folder of its tests, and the ending of their file names. */
const places = {
  backend: { workspace: 'backend', folder: 'test', ending: '.spec.ts', without: 'test/servers/' },
  frontend: { workspace: 'frontend', folder: 'test', ending: '.test.ts' },
  screens: { workspace: 'frontend', folder: 'e2e/screens', ending: '.e2e.ts' },
  journeys: { workspace: 'frontend', folder: 'e2e/journeys', ending: '.e2e.ts' },
};
const ofServers = { workspace: 'backend', folder: 'test/servers', ending: '.spec.ts' };

function filesIn({ workspace, folder, without }) {
  return readdirSync(join(root, workspace, folder), { recursive: true })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts') && !(without && file.startsWith(without)))
    .sort();
}

const specsIn = (place) => filesIn(place).filter((file) => file.endsWith(place.ending));

/** The test files of a family of `npm test`, relative to its workspace. */
export const specsOf = (family) => specsIn(places[family]);

/** Whether `npm test` leaves a file out. CONTRIBUTING.md says which those are. */
const isLate = (file) => /\.late\.\w+\.ts$/.test(file);

/** The test files that `npm test` runs. */
export const usualSpecsOf = (family) => specsOf(family).filter((file) => !isLate(file));

/** The screens that it leaves out. */
export const lateScreens = () => specsOf('screens').filter(isLate);

/** The late files that `.ci/run` runs, by family. What takes it beyond its budget is taken off: `npm run verify` runs it. */
export const lateInGate = {
  // The contracts.
  servers: [
    'document-store.mongo',
    'search.mongo',
    'board.mongo',
    'limits.mongo',
    'document-store.mongo-rows',
    'sessions.mongo',
    'kernel-store.mongo',
    'key-ring.mongo',
    'payments.stripe-mock',
    'sent-mails.mongo',
    'shared-stores.mongo',
    'sharing.mongo',
    'active-requests.mongo',
    'process-rows.mongo',
    'idempotency.mongo',
    'lease.mongo',
    'image-store.s3',
  ].map((name) => `test/servers/${name}.spec.ts`),
  proxies: ['test/proxies.late.spec.ts'],
  late: [
    'crash/power-cuts',
    // A dozen starts of real programs.
    'crash/private-files',
    'crash/older-format',
    'crash/starting',
    'crash/bulk-build',
    // Rules on safety, access and money that nothing else in the gate proves.
    'api/review/block-list',
    'api/acts/legal-hold',
    'api/acts/sanctions',
    'api/operations/backup',
    'api/admin/two-people',
    'api/auth/sign-in-attacks',
    'api/admin/passkeys',
    'api/admin/operators',
    'api/payments/reconciliation',
    'api/account/erased-texts',
    'contracts/mail.smtp-spool',
    'contracts/mail.smtp',
    'payments/stripe-failures',
  ].map((name) => `test/${name}.late.spec.ts`),
};

/** A server of its own in a test, with the reason. */
const OWN_APP = /\buseOwnApp\(\s*(['"`])(?<why>.+?)\1/g;

/** Why test files start servers of their own: `file: reason`. */
export const ownApps = () =>
  specsOf('backend').flatMap((file) =>
    [...sourceOf('backend', file).matchAll(OWN_APP)].map(({ groups: { why } }) => `${file}: ${why}`),
  );

/** What these lists name that does not exist. */
export const unknownLate = () =>
  Object.values(lateInGate).flatMap((files) =>
    files.filter((file) => !existsSync(join(root, 'backend', file))),
  );

const FLAKY = 'docs/flaky.md';
const MOST_FLAKY = 5;

/** A row of the table: test file, name, date, seed, first output. The first two are in backquotes, with `\|` for a pipe. */
const FLAKY_ROW =
  /^\| `(?<file>[^`|]+)` +\| `(?<test>(?:[^`|\\]|\\.)+)` +\| \d{4}-\d\d-\d\d +\| \d+ +\| \S.* \|$/;

/** The lines of the table, without its head. */
const flakyLines = () =>
  readFileSync(join(root, FLAKY), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);

/** The tests in docs/flaky.md. `npm test` and `.ci/run` leave them out, unless words select them. */
export const flakyTests = () =>
  flakyLines()
    .flatMap((line) => FLAKY_ROW.exec(line)?.groups ?? [])
    .map(({ file, test }) => ({ file, test: test.replaceAll(String.raw`\|`, '|') }));

/** What is wrong with docs/flaky.md. */
export function flakyFaults() {
  const lines = flakyLines();
  const specs = new Set(
    Object.values({ ...places, servers: ofServers }).flatMap((place) =>
      specsIn(place).map((file) => `${place.workspace}/${file}`),
    ),
  );
  return [
    ...lines
      .filter((line) => !FLAKY_ROW.test(line))
      .map((line) => `must be | \`file\` | \`name\` | date | seed | first output |: ${line}`),
    ...flakyTests()
      .filter(({ file }) => !specs.has(file))
      .map(({ file }) => `no test file: ${file}`),
    ...(lines.length > MOST_FLAKY ? [`${lines.length} tests: at most ${MOST_FLAKY} may be left out`] : []),
  ];
}

/** What `npm run verify` runs, by family: all else, and every case of the files that take a sample elsewhere. */
export const verifySpecs = {
  sweeps: () => moreOf('backend', (file) => !isCrash(file)),
  crash: () => moreOf('backend', isCrash),
  deadlines: () => specsOf('backend').filter((file) => EXPIRES.test(sourceOf('backend', file))),
  browser: () => ['screens', 'journeys'].flatMap((family) => moreOf(family, () => true)),
  races: () => [...specsOf('journeys'), ...specsOf('screens')],
  mongodb: () => specsIn(ofServers).filter((file) => !lateInGate.servers.includes(file)),
  api: () => specsOf('backend').filter((file) => file.startsWith('test/api/')),
};

const isCrash = (file) => /^test\/(crash|demo)\//.test(file);
/** A test of what happens when a deadline expires. */
const EXPIRES = /\bexpires\('/;

/** The deadlines of the product that no test lets expire. */
export async function untestedDeadlines() {
  const { DEADLINES } = await import('../backend/dist/src/kernel/deadlines.js');
  const tests = verifySpecs.deadlines().map((file) => sourceOf('backend', file));
  return Object.keys(DEADLINES).filter((name) => tests.every((test) => !test.includes(`expires('${name}'`)));
}

/** The files of a family of which the gate runs nothing, or not every case. */
const moreOf = (family, isOne) => {
  const inGate = new Set(Object.values(lateInGate).flat());
  const isMore = (file) =>
    (isLate(file) && !inGate.has(file)) ||
    /@widths|@verify|expectWellAtWidths|'\.[./]*\/support\/scope\.[jt]s'/.test(sourceOf(family, file));
  return specsOf(family).filter((file) => isOne(file) && isMore(file));
};

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
