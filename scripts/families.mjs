// The families of tests: how each is run, and how its runner's JSON report is read.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { environment, root, run } from './process.mjs';
import { sourceOf, specsOf } from './specs.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * What of a family is run: all of it, or these files, or in these files the tests whose names hold one of these words.
 * @typedef {{ files?: string[], words?: string[] }} Choice
 */

/** @returns {Counts} a suite that could not be loaded counts as one failed test */
const countJest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests + report.numTodoTests,
});

/** @returns {Counts} */
const countNode = (counts) => ({
  passed: counts.passed,
  failed: counts.failed + counts.cancelled,
  skipped: counts.skipped + counts.todo,
});

/** @returns {Counts} a test that passes only when tried again counts as failed; so does an error outside of tests */
const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
});

/** The words as one regular expression that finds any of them. */
const patternOf = (words) => words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');

/** A family that Jest runs: all tests of its configuration or those of `files`, on another pairing or in full. */
const jest = ({ own = [], files: ownFiles, pairing = 'embedded', scope = 'sample' } = {}) => ({
  count: countJest,
  run: (report, args, { files = ownFiles?.(), words, prefix }) =>
    run(
      'node',
      [
        '--enable-source-maps',
        join(root, 'node_modules/jest/bin/jest.js'),
        '--json',
        `--outputFile=${report}`,
        ...own,
        ...(words ? ['--testNamePattern', patternOf(words)] : []),
        ...args,
        ...(files ? ['--runTestsByPath', ...files.map((file) => `dist/${file.replace(/ts$/, 'js')}`)] : []),
      ],
      {
        cwd: join(root, 'backend'),
        env: { TEST_PAIRING: pairing, TEST_SCOPE: scope },
        // Jest prints its report to stdout as well when it writes it to a file; people read what goes to stderr.
        stdio: ['inherit', 'ignore', 'inherit'],
        prefix,
      },
    ),
});

const frontend = {
  count: countNode,
  run: (report, args, { files = ['test/**/*.test.ts'], words, prefix }) =>
    run(
      'node',
      [
        '--test',
        '--test-reporter=dot',
        '--test-reporter-destination=stdout',
        `--test-reporter=${join(root, 'scripts/node-test-counts.mjs')}`,
        `--test-reporter-destination=${report}`,
        ...(words ? [`--test-name-pattern=/${patternOf(words)}/i`] : []),
        ...args,
        ...files,
      ],
      { cwd: join(root, 'frontend'), prefix },
    ),
};

const e2e = {
  count: countPlaywright,
  run: async (report, args, { files = [], words, prefix }) =>
    run(
      'playwright',
      [
        'test',
        '--reporter=list,json',
        ...(words ? ['--grep', patternOf(words), '--pass-with-no-tests'] : []),
        ...args,
        ...files,
      ],
      {
        cwd: join(root, 'frontend'),
        env: {
          CHROMIUM_PATH: await findChromium(),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          // Where it keeps compiled tests from one run to the next, as the folder for temporary files goes.
          PWTEST_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
        },
        prefix,
      },
    ),
};

/** The specs that do more in `npm run test:all` than in `npm test`. */
const sweepingSpecs = () =>
  specsOf('backend').filter((file) => sourceOf('backend', file).includes("'../support/scope.js'"));

const families = {
  backend: jest(),
  frontend,
  e2e,
  'backend-whole': jest({ scope: 'all' }),
  sweeps: jest({ scope: 'all', files: sweepingSpecs }),
  servers: jest({ own: ['--config', 'jest.servers.config.mjs'] }),
  'api-stand-in': jest({ own: ['dist/test/api/'], pairing: 'stand-in' }),
  'api-mongodb': jest({ own: ['dist/test/api/'], pairing: 'mongodb' }),
  'api-stand-in-mongodb': jest({ own: ['dist/test/api/'], pairing: 'stand-in+mongodb' }),
};

/** All families, by name. */
export const familyNames = Object.keys(families);

/** Those of `npm test`; they run at the same time. */
export const usualNames = ['backend', 'frontend', 'e2e'];

/** Those that need a server besides, or stand beside them; they run one after the other. */
export const serverNames = ['servers', 'api-stand-in', 'api-mongodb', 'api-stand-in-mongodb'];

/** Whether the families that need a server can have one: that of MONGODB_URL, or one that Maven brings. */
export function canHaveServers() {
  const isProgram = (name) =>
    environment.PATH.split(delimiter).some((folder) =>
      statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
    );
  return Boolean(process.env.MONGODB_URL) || (isProgram('java') && isProgram('mvn'));
}

/**
 * Runs one family, streaming its runner's own output, and counts its tests. A runner that fails without a failed
 * test, or writes no report, counts as one failure.
 *
 * @param {string} name  one of `familyNames`
 * @param {string} report  the runner's report is written to this file, which does not exist yet
 * @param {string[]} args  go to the runner as they are
 * @param {Choice & { prefix?: string }} [choice]  `prefix` begins each line of output
 * @returns {Promise<Counts>}
 */
export async function runFamily(name, report, args, choice = {}) {
  const family = families[name];
  let code;
  try {
    code = await family.run(report, args, choice);
  } catch (error) {
    // Others may run at the same time: they come to their end.
    console.error(`${name}: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  if (!existsSync(report)) {
    console.error(`${name}: the test runner ended with exit code ${code} and without a report.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const counts = family.count(JSON.parse(readFileSync(report, 'utf8')));
  if (code === 0 || counts.failed > 0) return counts;
  console.error(`${name}: no test failed, and yet the test runner ended with exit code ${code}.`);
  return { ...counts, failed: 1 };
}
