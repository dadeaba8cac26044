// Runs families of tests, or the tests that match words. Ends with the names of failed tests and one line that counts all.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { canHaveServers, familyNames, runFamily, serverNames, usualNames } from './families.mjs';
import { environment, main } from './process.mjs';
import { findMatches } from './specs.mjs';

const usage = `
Usage: npm test [-- WORD...]
       npm test [-- FAMILY... [ARGUMENT...]]
       npm run test:all [-- --rest [--within MINUTES]]
       npm run test:servers

Runs tests and ends with the names of failed tests and a line like "812 passed, 0 failed". npm test needs only Node and
npm, and runs these families at the same time:

  backend   the rules, views, storage and the HTTP API, with Jest
  frontend  the pure helpers of the browser code, with Node's test runner
  e2e       the whole site in Chromium, with Playwright

  WORD      runs the files whose path contains the word (npm test -- likes). If there are none, runs the tests whose
            name contains it (npm test -- 'rates once'). Searches all three families.
  FAMILY    runs only these families
  ARGUMENT  passes arguments to the runner of a single family: npm test -- backend -t 'rates once'
  --help    shows this

Some tests of backend and e2e sweep through many cases; npm test runs a sample of them, and leaves out some slow files
(*.late.spec.ts and *.late.e2e.ts). npm run test:all runs everything:

  backend-whole, frontend and e2e-whole: backend and e2e with every case of their sweeps
  the families of test:servers, if their servers are available

  --rest    runs only what npm test leaves out: instead of the first three families it runs sweeps and e2e-sweeps, which
            are every case of the files with samples, and the files that npm test does not run. Of the families of
            test:servers it runs servers and api-stand-in-mongodb, which use every adapter. These families run one
            after the other: on a busy machine, servers and browsers would take longer than tests wait for them
  --within  starts no further family after so many minutes, and names those that are left out

npm run test:servers needs the server of MONGODB_URL, or Java 17 and Maven to start a server with the same protocol. It
needs Go to build stripe-mock, Stripe's own test server:

  servers               the contracts and outages of the MongoDB adapters, and the requests to Stripe; with EVENTSTORE_URL
                        also those of EventStoreDB
  api-stand-in          the HTTP API with the log on the stand-in for EventStoreDB; needs no server
  api-mongodb           the HTTP API with the documents on MongoDB
  api-stand-in-mongodb  the HTTP API with the log on the stand-in and the documents on MongoDB

The exit code is 1 if a test fails, a family runs no tests, or a word matches nothing.
`;

/** Families that run at the same time. Groups run one after the other. */
const group = (...names) => names.map((name) => ({ name }));
const inTurn = (names) => names.map((name) => group(name));

/** The families that use every adapter of a server, for CI: all pairings take twice as long. */
const everyAdapter = ['servers', 'api-stand-in-mongodb'];

/** The families that need servers, if they can run. Otherwise prints that they are left out. */
function serversIfAny(names) {
  if (canHaveServers()) return inTurn(names);
  console.log('Left out: the families of test:servers. They need Go, and MONGODB_URL or Java and Maven.');
  return [];
}

/** Splits the command line into groups of families and the runner's arguments. */
function read([first, ...others]) {
  if (first === '--all' && others[0] === '--rest') {
    const groups = [...inTurn(['sweeps', 'e2e-sweeps']), ...serversIfAny(everyAdapter)];
    if (others.length === 1) return { groups, args: [] };
    const [, option, minutes] = others;
    if (option !== '--within' || others.length > 3 || !/^\d+$/.test(minutes ?? ''))
      throw new Error(usage.trim());
    return { groups, args: [], within: Number(minutes) };
  }
  if (first === '--all' && others.length === 0)
    return {
      groups: [group('backend-whole', 'frontend', 'e2e-whole'), ...serversIfAny(serverNames)],
      args: [],
    };
  const isServers = first === '--servers';
  const args = isServers || first === undefined ? others : [first, ...others];
  if (args.length === 0) return { groups: isServers ? inTurn(serverNames) : [group(...usualNames)], args };
  const end = args.findIndex((arg) => !familyNames.includes(arg));
  const chosen = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end);
  if (rest.length === 0) return { groups: isServers ? inTurn(chosen) : [group(...chosen)], args: rest };
  if (chosen.length === 1) return { groups: [group(...chosen)], args: rest };
  if (chosen.length > 0 || isServers || rest.some((word) => word.startsWith('-')))
    throw new Error(usage.trim());
  const found = findMatches(rest);
  if (found.length === 0) throw new Error(`No test file or test name contains ${rest.join(' or ')}.`);
  return { groups: [found], args: [] };
}

const GIBIBYTE = 2 ** 30;

/**
 * Creates a folder for everything that the tests write. It is in memory if there is enough, because every write of the log
 * waits for the disk. TMPDIR overrides this. The folder is removed when this process exits.
 */
function makeFolder() {
  const memory = '/dev/shm';
  const isPlenty = () => {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 * GIBIBYTE && freemem() > 4 * GIBIBYTE;
  };
  const parent = !process.env.TMPDIR && existsSync(memory) && isPlenty() ? memory : tmpdir();
  const folder = mkdtempSync(join(parent, 'footnote-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

await main(usage, async (commandLine) => {
  // The npm script may pass its own option first.
  if (commandLine[0]?.startsWith('--') && ['--help', '-h'].includes(commandLine[1])) {
    console.log(usage.trim());
    return 0;
  }
  const { groups, args, within = Infinity } = read(commandLine);
  const folder = makeFolder();
  environment.TMPDIR = folder;
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  const left = [];
  let isEmpty = false;
  for (const families of groups) {
    if (process.uptime() > within * 60) {
      left.push(...families.map(({ name }) => name));
      continue;
    }
    console.log(`\n── ${families.map(({ name }) => name).join(', ')} tests`);
    const isOne = families.length === 1;
    await Promise.all(
      families.map(async ({ name, ...choice }) => {
        const started = performance.now();
        const prefix = isOne ? undefined : `${name.padEnd(8)} │ `;
        const counts = await runFamily(name, join(folder, `${name}.json`), args, { ...choice, prefix });
        const seconds = Math.round((performance.now() - started) / 1000);
        console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, in ${seconds} s`);
        // A selection by words skips the other tests of a file, and the word may not be in a test name at all.
        if (choice.words) counts.skipped = 0;
        else if (counts.passed + counts.failed === 0) {
          console.error(`${name}: no test ran.`);
          isEmpty = true;
        }
        for (const key of Object.keys(total)) total[key] += counts[key];
        failures.push(...counts.failures.map((failure) => `${name}: ${failure}`));
      }),
    );
  }
  isEmpty ||= left.length === 0 && total.passed + total.failed === 0;
  if (left.length > 0)
    console.log(
      `\nLeft out after ${within} minutes: ${left.join(', ')}. npm test -- ${left.join(' ')} runs them.`,
    );
  if (failures.length > 0)
    console.error(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed > 0 || isEmpty ? 1 : 0;
});
