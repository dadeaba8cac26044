// The families of tests: how to run each one, and how to count the tests in its runner's JSON report.
import { existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium, installFromDebian, isExecutable } from './chromium.mjs';
import { capture, environment, root, run } from './process.mjs';
import { flakyTests, lateInGate, lateScreens, specsOf, usualSpecsOf, verifySpecs } from './specs.mjs';

/**
 * A failed test. `file` is the end of its path, and `test` its full name, unless the file or the runner itself failed.
 * @typedef {{ file?: string, test?: string, reason?: string }} Failure
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Counts
 */

/**
 * The part of a family to run: all of it but its flaky tests, these files, or in these files the tests whose names contain
 * one of these words.
 * @typedef {{ files?: string[], words?: string[] }} Choice
 */

/** The start of an error's message in one line, without colours and without the stack. */
const reasonOf = (message) =>
  stripVTControlCharacters(message)
    .split(/\n\s+at /)[0]
    .replaceAll(/\s+/g, ' ')
    .slice(0, 400);

const namesOf = (flaky) => flaky.map(({ test }) => test);

/** The report of light runners has no full name. */
const fullNameOf = ({ ancestorTitles, title }) => [...ancestorTitles, title].join(' ');

/** @returns {Counts} a suite that cannot be loaded counts as one failed test, and a flaky test that was left out not at all */
const countJest = (report, flaky) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => /pending|todo/.test(test.status) && !namesOf(flaky).includes(fullNameOf(test))).length,
  failures: report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = basename(name, '.js');
      return failed.length === 0
        ? [{ file, reason: reasonOf(message) }]
        : failed.map((test) => ({
            file,
            test: fullNameOf(test),
            reason: reasonOf(test.failureMessages[0]),
          }));
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
    ...errors.map(({ message }) => ({ reason: `outside of tests: ${reasonOf(message)}` })),
  ],
});

/** The failed tests of a suite in Playwright's report, which may contain further suites. */
const failedSpecs = ({ file, specs, suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ title, tests }) => {
      const reasons = tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        .map(({ message, location }) => `line ${location?.line}: ${reasonOf(message)}`);
      return { file, test: title, reason: reasons.join('; ') };
    }),
  ...suites.flatMap((suite) => failedSpecs(suite)),
];

/** A regular expression that matches any of the words. */
const patternOf = (words) => words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');

/**
 * A family that Jest runs: those of `specs`, on another pairing, with every case of their sweeps, or by real time. Arguments of the user
 * without files select among all specs.
 */
const jest = (
  specs,
  {
    own = [],
    pairing = 'embedded',
    scope = 'sample',
    time = 'still',
    needsServers = pairing.includes('mongodb'),
  } = {},
) => ({
  workspace: 'backend',
  count: countJest,
  needsServers,
  run: (report, args, { files = args.length === 0 ? specs() : undefined, words, flaky }) =>
    run(
      'node',
      [
        '--enable-source-maps',
        join(root, 'node_modules/jest/bin/jest.js'),
        '--json',
        `--outputFile=${report}`,
        ...own,
        ...(words ? ['--testNamePattern', patternOf(words)] : []),
        ...(flaky.length > 0 ? [`--testNamePattern=^(?!(${patternOf(namesOf(flaky))})$)`] : []),
        ...args,
        ...(files ? ['--runTestsByPath', ...files.map((file) => `dist/${file.replace(/ts$/, 'js')}`)] : []),
      ],
      {
        cwd: join(root, 'backend'),
        env: { TEST_PAIRING: pairing, TEST_SCOPE: scope, TEST_TIME: time },
        // Jest also prints the report to stdout. The output for people is on stderr.
        stdio: ['inherit', 'ignore', 'inherit'],
      },
    ),
  specs,
});

const frontend = {
  workspace: 'frontend',
  count: countNode,
  run: (report, args, { files = ['test/**/*.test.ts'], words, flaky }) =>
    run(
      'node',
      [
        '--test',
        '--test-isolation=none',
        '--test-reporter=dot',
        '--test-reporter-destination=stdout',
        `--test-reporter=${join(root, 'scripts/node-test-counts.mjs')}`,
        `--test-reporter-destination=${report}`,
        ...(words ? [`--test-name-pattern=/${patternOf(words)}/i`] : []),
        ...(flaky.length > 0 ? [`--test-skip-pattern=/^(${patternOf(namesOf(flaky))})$/`] : []),
        ...args,
        ...files,
      ],
      { cwd: join(root, 'frontend') },
    ),
  specs: () => specsOf('frontend'),
};

/** Matches the file and name of a flaky test, with its tags. */
const grepOf = ({ file, test }) => `${patternOf([basename(file)])} (.* )?${patternOf([test])}( @\\w+)*$`;

/**
 * A family that Playwright runs, like those of Jest.
 * @param projects those of frontend/playwright.config.ts
 */
const playwright = (specs, projects, { scope = 'sample', slowdown = 1 } = {}) => ({
  workspace: 'frontend',
  count: countPlaywright,
  run: async (report, args, { files = args.length === 0 ? specs() : [], words, flaky }) =>
    run(
      'playwright',
      [
        'test',
        '--reporter=list,json',
        ...projects.map((project) => `--project=${project}`),
        ...(words ? ['--grep', patternOf(words), '--pass-with-no-tests'] : []),
        ...(flaky.length > 0 ? [`--grep-invert=${flaky.map(grepOf).join('|')}`] : []),
        ...args,
        ...files,
      ],
      {
        cwd: join(root, 'frontend'),
        env: {
          TEST_SCOPE: scope,
          TEST_SLOWDOWN: `${slowdown}`,
          CHROMIUM_PATH: await findChromium(),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          // Keeps compiled tests between runs, because the temporary folder is deleted.
          PWTEST_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
        },
      },
    ),
  specs,
});

const whole = { scope: 'all' };
const onServers = { own: ['--config', 'jest.servers.config.mjs'], needsServers: true };

const families = {
  // What `npm test` runs, one after the other, like all others.
  backend: jest(() => usualSpecsOf('backend')),
  frontend,
  screens: playwright(() => usualSpecsOf('screens'), ['screens']),
  journeys: playwright(() => usualSpecsOf('journeys'), ['journeys']),
  // What `.ci/run` adds.
  servers: jest(() => lateInGate.servers, onServers),
  proxies: jest(() => lateInGate.proxies),
  late: jest(() => lateInGate.late),
  // What `npm run verify` adds.
  'screens-late': playwright(lateScreens, ['screens']),
  sweeps: jest(verifySpecs.sweeps, whole),
  crash: jest(verifySpecs.crash, whole),
  deadlines: jest(verifySpecs.deadlines, { time: 'real' }),
  browser: playwright(verifySpecs.browser, ['screens', 'journeys', 'phone', 'tablet', 'desktop'], whole),
  'races-4': playwright(verifySpecs.races, ['screens', 'journeys'], { slowdown: 4 }),
  'races-10': playwright(verifySpecs.races, ['screens', 'journeys'], { slowdown: 10 }),
  mongodb: jest(verifySpecs.mongodb, onServers),
  'api-stand-in': jest(verifySpecs.api, { pairing: 'stand-in' }),
  'api-mongodb': jest(verifySpecs.api, { pairing: 'mongodb' }),
  'api-stand-in-mongodb': jest(verifySpecs.api, { pairing: 'stand-in+mongodb' }),
};

/** The families of `npm test`. */
export const usualNames = ['backend', 'frontend', 'screens', 'journeys'];

/** Other families that can be named: those that `.ci/run` adds, and the late screens. */
export const moreNames = ['servers', 'proxies', 'late', 'screens-late'];

/** The specs of a family, relative to its workspace. */
export const specsOfFamily = (name) => families[name].specs();

export const needsServers = (name) => families[name].needsServers === true;

/**
 * Why the servers of the tests can't be started, or null if they can. Installs what the registries give, because a registry
 * that does not answer is no fault of a change.
 */
export async function whyNoServers() {
  const isProgram = (name) =>
    environment.PATH.split(delimiter).some((folder) => isExecutable(join(folder, name)));
  const programs = { ...(!process.env.MONGODB_URL && { java: 'Java', mvn: 'Maven' }), go: 'Go' };
  const missing = Object.keys(programs).find((name) => !isProgram(name));
  if (missing) return `no ${programs[missing]}`;
  const module = join(root, 'backend/dist/test/support/mongo/install-first.js');
  const script = `await (await import(${JSON.stringify(module)})).installServers()`;
  const { output } = await capture('node', ['--input-type=module', '--eval', script]);
  // Anything else fails in the tests.
  return /(?:mvn|go install) failed: .{0,200}/.exec(output)?.[0] ?? null;
}

/**
 * Why the test of a proxy can't run, or null if it can. Only the gate's own machine installs nginx: Debian's package starts a
 * web server where it finds an init system.
 */
export async function whyNoProxy() {
  const isThere = () =>
    ['/usr/sbin', ...environment.PATH.split(delimiter)].some((folder) => isExecutable(join(folder, 'nginx')));
  if (isThere()) return null;
  return process.env.CI && (await installFromDebian('nginx-light', 'nginx')) && isThere() ? null : 'no nginx';
}

/** A failure of the runner itself, which counts as one failed test. */
const runnerFailed = (reason) => ({ failed: 1, skipped: 0, failures: [{ reason }] });

/**
 * Runs one family with the output of its runner, and counts its tests. A runner that fails without a failed test or a
 * report counts as one failure.
 *
 * @param {string} name
 * @param {string} report  path of a new file for the runner's report
 * @param {string[]} args  passed to the runner unchanged
 * @param {Choice} [choice]
 * @returns {Promise<Counts>}
 */
export async function runFamily(name, report, args, choice = {}) {
  const family = families[name];
  const isWhole = args.length === 0 && !choice.files;
  const files = isWhole ? family.specs().map((file) => `${family.workspace}/${file}`) : [];
  const flaky = flakyTests().filter(({ file }) => files.includes(file));
  for (const { file, test } of flaky) console.log(`${name} leaves out a flaky test: ${file}: ${test}`);
  let code;
  try {
    code = await family.run(report, args, { ...choice, flaky });
  } catch (error) {
    // Do not throw: the other families must run.
    return { passed: 0, ...runnerFailed(error.message) };
  }
  if (!existsSync(report))
    return { passed: 0, ...runnerFailed(`the test runner exited with code ${code} and without a report`) };
  const counts = family.count(JSON.parse(readFileSync(report, 'utf8')), flaky);
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, ...runnerFailed(`no test failed, but the test runner exited with code ${code}`) };
}
