// The families of tests: how each is run, and how its runner's JSON report is read.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { root, run } from './process.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

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

/** A family that Jest runs, some of them with arguments of their own and on other engines than the embedded ones. */
const jest = (own = [], pairing = 'embedded') => ({
  count: countJest,
  run: (report, args) =>
    run(
      'node',
      [
        '--enable-source-maps',
        join(root, 'node_modules/jest/bin/jest.js'),
        '--json',
        `--outputFile=${report}`,
        ...own,
        ...args,
      ],
      {
        cwd: join(root, 'backend'),
        env: { TEST_PAIRING: pairing },
        // Jest prints its report to stdout as well when it writes it to a file; people read what goes to stderr.
        stdio: ['inherit', 'ignore', 'inherit'],
      },
    ),
});

const families = {
  backend: jest(),
  frontend: {
    count: countNode,
    run: (report, args) =>
      run(
        'node',
        [
          '--test',
          '--test-reporter=dot',
          '--test-reporter-destination=stdout',
          `--test-reporter=${join(root, 'scripts/node-test-counts.mjs')}`,
          `--test-reporter-destination=${report}`,
          ...args,
          'test/**/*.test.ts',
        ],
        { cwd: join(root, 'frontend') },
      ),
  },
  e2e: {
    count: countPlaywright,
    run: async (report, args) =>
      run('playwright', ['test', '--reporter=list,json', ...args], {
        cwd: join(root, 'frontend'),
        env: { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
  },
};

const serverFamilies = {
  servers: jest(['--config', 'jest.servers.config.mjs']),
  'api-stand-in': jest(['dist/test/api/'], 'stand-in'),
  'api-mongodb': jest(['dist/test/api/'], 'mongodb'),
  'api-stand-in-mongodb': jest(['dist/test/api/'], 'stand-in+mongodb'),
};

/** The families in the order in which they run. */
export const familyNames = Object.keys(families);

/** Those that need a server besides, or stand beside them. */
export const serverFamilyNames = Object.keys(serverFamilies);

/**
 * Runs one family, streaming its runner's own output, and counts its tests. A runner that fails without a failed
 * test, or writes no report, counts as one failure.
 *
 * @param {string} name  one of `familyNames` or `serverFamilyNames`
 * @param {string} reports  the folder for the runner's report, which exists and is empty
 * @param {string[]} args  go to the runner as they are
 * @returns {Promise<Counts>}
 */
export async function runFamily(name, reports, args) {
  const family = { ...families, ...serverFamilies }[name];
  const report = join(reports, `${name}.json`);
  const code = await family.run(report, args);
  if (!existsSync(report)) {
    console.error(`${name}: the test runner ended with exit code ${code} and without a report.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const counts = family.count(JSON.parse(readFileSync(report, 'utf8')));
  if (code === 0 || counts.failed > 0) return counts;
  console.error(`${name}: no test failed, and yet the test runner ended with exit code ${code}.`);
  return { ...counts, failed: 1 };
}
