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

/**
 * Test files that `npm test` leaves out and `npm run test:all` runs: those that start many programs or servers, those that
 * check many photos, and those about rare states. CONTRIBUTING.md names them.
 */
const lateSpecs = {
  backend: [
    'api/appeals',
    'api/back-office-people',
    'api/erasure-breaks',
    'api/erasure-mails',
    'api/frozen-views',
    'api/idempotency-breaks',
    'api/legal-hold',
    'api/legal-hold-files',
    'api/limits',
    'api/limits-writes',
    'api/mail-flood',
    'api/passkey-rules',
    'api/passkeys',
    'api/payments-apart',
    'api/quarantine',
    'api/reconciliation',
    'api/review-block-list',
    'api/review-race',
    'api/sanctions',
    'api/sign-in-attacks',
    'api/two-person-acts',
    'contracts/mail.smtp',
    'contracts/mail.smtp-spool',
    'crash/bulk-build',
    'crash/damaged-stores',
    'crash/keys',
    'crash/mails',
    'crash/operators',
    'crash/payment-operators',
    'crash/payments',
    'crash/private-files',
    'crash/shortages',
    'crash/stopping',
    'demo/command',
    'demo/interruptions',
    'event-log/eventstore-breaker',
    'event-log/reads-without-log',
    'payments/stripe-failures',
  ].map((name) => `test/${name}.spec.ts`),
  e2e: [
    'accessibility-community',
    'back-office-admins',
    'back-office-appeals',
    'back-office-bulk',
    'back-office-comments',
    'back-office-legal-hold',
    'back-office-own-login',
    'back-office-passkeys',
    'back-office-reports',
    'back-office-review-ends',
    'back-office-users',
    'banners',
    'boost-payments',
    'busy',
    'claims',
    'comment-drafts',
    'deleted-comments',
    'dialogs',
    'email-change',
    'forced-colors',
    'names',
    'narrow',
    'new-posts',
    'offline',
    'other-account',
    'page-head',
    'profile-edits',
    'profile-picture',
    'unsubscribe',
  ].map((name) => `e2e/${name}.e2e.ts`),
};

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

/** The test files that only `npm run test:all` runs. @throws Error when one does not exist */
export function lateSpecsOf(family) {
  const missing = lateSpecs[family].filter((file) => !specsOf(family).includes(file));
  if (missing.length > 0) throw new Error(`there is no test file ${missing.join(', ')}`);
  return lateSpecs[family];
}

/** The test files that `npm test` runs. */
export function usualSpecsOf(family) {
  const late = lateSpecsOf(family);
  return specsOf(family).filter((file) => !late.includes(file));
}

/** The source of a test file. */
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
