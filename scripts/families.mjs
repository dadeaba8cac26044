// The families of tests: how to run each one, and how to count the tests in its runner's JSON report.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium } from './chromium.mjs';
import { environment, root, run } from './process.mjs';
import { lateSpecsOf, sourceOf, specsOf, usualSpecsOf } from './specs.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts  `failures` are test names with reasons */

/**
 * The part of a family to run: all of it, these files, or in these files the tests whose names contain one of these words.
 * @typedef {{ files?: string[], words?: string[] }} Choice
 */

/** The start of an error's message in one line, without colours and without the stack. */
const reasonOf = (message) =>
  stripVTControlCharacters(message)
    .split(/\n\s+at /)[0]
    .replaceAll(/\s+/g, ' ')
    .slice(0, 400);

/** @returns {Counts} a suite that cannot be loaded counts as one failed test */
const countJest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests + report.numTodoTests,
  failures: report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = basename(name);
      return failed.length === 0
        ? [file]
        : failed.map(
            ({ fullName, failureMessages: [message] }) => `${file}: ${fullName}: ${reasonOf(message)}`,
          );
    }),
});

/** @returns {Counts} */
const countNode = ({ counts, failures }) => ({
  passed: counts.passed,
  failed: counts.failed + counts.cancelled,
  skipped: counts.skipped + counts.todo,
  failures,
});

/** @returns {Counts} a test that passes only on retry counts as failed, and so does an error outside of tests */
const countPlaywright = ({ stats, errors, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
  failures: [
    ...suites.flatMap((suite) => failedSpecs(suite)),
    ...errors.map(({ message }) => `outside of tests: ${message}`),
  ],
});

/** The failed tests of a suite in Playwright's report, which may contain further suites. */
const failedSpecs = ({ file, specs, suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ title, line, tests }) => {
      const reasons = tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        .map(({ message, location }) => `line ${location?.line}: ${reasonOf(message)}`);
      return `${file}:${line}: ${title}: ${reasons.join('; ')}`;
    }),
  ...suites.flatMap((suite) => failedSpecs(suite)),
];

/** A regular expression that matches any of the words. */
const patternOf = (words) => words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');

/**
 * A family that Jest runs: all tests of its configuration or those of `files`, on another pairing or in full. Without
 * arguments of the user it runs those of `usual`.
 */
const jest = ({
  own = [],
  usual,
  files: ownFiles,
  pairing = 'embedded',
  scope = 'sample',
  env = {},
} = {}) => ({
  count: countJest,
  run: (report, args, { files = args.length === 0 && usual ? usual() : ownFiles?.(), words, prefix }) =>
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
        env: { TEST_PAIRING: pairing, TEST_SCOPE: scope, ...env },
        // Jest also prints the report to stdout. The output for people is on stderr.
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

/**
 * A family that Playwright runs: all browser tests or those of `files`, with samples of their sweeps or in full. Without
 * arguments of the user it runs those of `usual`.
 */
const playwright = ({ usual, files: ownFiles = () => [], scope = 'sample' } = {}) => ({
  count: countPlaywright,
  run: async (report, args, { files = args.length === 0 && usual ? usual() : ownFiles(), words, prefix }) =>
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
          TEST_SCOPE: scope,
          CHROMIUM_PATH: await findChromium(),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          // Keeps compiled tests between runs, because the temporary folder is deleted.
          PWTEST_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
        },
        prefix,
      },
    ),
});

/** The specs of a family that do more in `npm run test:all` than in `npm test`, or that only the former runs. */
const moreInAll = (family) => () =>
  specsOf(family).filter(
    (file) =>
      lateSpecsOf(family).includes(file) ||
      /@widths|'\.\.?\/support\/scope\.[jt]s'/.test(sourceOf(family, file)),
  );

/** Servers and programs that tests start are slow on a busy machine: only a test that hangs is ended. */
const patient = { TEST_DEADLINE: '600000' };

const families = {
  backend: jest({ usual: () => usualSpecsOf('backend') }),
  frontend,
  e2e: playwright({ usual: () => usualSpecsOf('e2e') }),
  'backend-whole': jest({ scope: 'all', env: patient }),
  'e2e-whole': playwright({ scope: 'all' }),
  sweeps: jest({ scope: 'all', files: moreInAll('backend'), env: patient }),
  'e2e-sweeps': playwright({ scope: 'all', files: moreInAll('e2e') }),
  servers: jest({ own: ['--config', 'jest.servers.config.mjs'], env: patient }),
  'api-stand-in': jest({ own: ['dist/test/api/'], pairing: 'stand-in' }),
  'api-mongodb': jest({ own: ['dist/test/api/'], pairing: 'mongodb', env: patient }),
  'api-stand-in-mongodb': jest({ own: ['dist/test/api/'], pairing: 'stand-in+mongodb', env: patient }),
};

export const familyNames = Object.keys(families);

/** The families of `npm test`, which run at the same time. */
export const usualNames = ['backend', 'frontend', 'e2e'];

/** The families of `npm run test:servers`, which run one after the other. */
export const serverNames = ['servers', 'api-stand-in', 'api-mongodb', 'api-stand-in-mongodb'];

/** Whether the servers of these families are available: MONGODB_URL or what Maven installs, and what Go installs. */
export function canHaveServers() {
  const isProgram = (name) =>
    environment.PATH.split(delimiter).some((folder) =>
      statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
    );
  const hasMongo = Boolean(process.env.MONGODB_URL) || (isProgram('java') && isProgram('mvn'));
  return hasMongo && isProgram('go');
}

/** A failure of the runner itself, which counts as one failed test. */
const runnerFailed = (reason) => ({ failed: 1, skipped: 0, failures: [reason] });

/**
 * Runs one family with the output of its runner, and counts its tests. A runner that fails without a failed test or a
 * report counts as one failure.
 *
 * @param {string} name  one of `familyNames`
 * @param {string} report  path of a new file for the runner's report
 * @param {string[]} args  passed to the runner unchanged
 * @param {Choice & { prefix?: string }} [choice]  `prefix` begins each line of output
 * @returns {Promise<Counts>}
 */
export async function runFamily(name, report, args, choice = {}) {
  const family = families[name];
  let code;
  try {
    code = await family.run(report, args, choice);
  } catch (error) {
    // Do not throw: other families may run at the same time, and must finish.
    return { passed: 0, ...runnerFailed(error.message) };
  }
  if (!existsSync(report))
    return { passed: 0, ...runnerFailed(`the test runner exited with code ${code} and without a report`) };
  const counts = family.count(JSON.parse(readFileSync(report, 'utf8')));
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, ...runnerFailed(`no test failed, but the test runner exited with code ${code}`) };
}
