// Runs families of tests, or the tests that words are about, and closes with one line that counts them all.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { canHaveServers, familyNames, runFamily, serverNames, usualNames } from './families.mjs';
import { environment, main } from './process.mjs';
import { findMatches } from './specs.mjs';

const usage = `
Usage: npm test [-- WORD...]
       npm test [-- FAMILY... [ARGUMENT...]]
       npm run test:all [-- --rest]
       npm run test:servers

Runs tests and closes with a line like "812 passed, 0 failed". npm test needs nothing but Node and npm, and runs at
the same time:

  backend   the rules, views, stores and the HTTP interface, with Jest
  frontend  the browser's pure helpers, with Node's test runner
  e2e       the whole site in Chromium, with Playwright

  WORD      runs the files whose path holds the word (npm test -- likes), or where there is none, the tests whose
            name does (npm test -- 'rates once'), in all three families
  FAMILY    runs these families only
  ARGUMENT  goes to the runner, when one family is named: npm test -- backend -t 'rates once'
  --help    shows this

Some tests of the backend sweep through many cases; npm test takes a sample of these. npm run test:all runs everything:

  backend-whole  the backend with every case of its sweeps, frontend and e2e
  and the families of test:servers, where there is a server for them

  --rest    runs only what npm test leaves out: in place of the first three the family sweeps, which has the specs
            that take samples, whole

npm run test:servers needs the server of MONGODB_URL, or Java 17 and Maven, which bring one that speaks its protocol:

  servers               the contracts and outages of the adapters for MongoDB; with EVENTSTORE_URL, that server's too
  api-stand-in          the HTTP interface once more, with the log on the stand-in for EventStoreDB; needs no server
  api-mongodb           the same with the documents on MongoDB
  api-stand-in-mongodb  the same with the log on the stand-in

Exit code 1 when a test failed, when a family ran none, or when a word matches nothing.
`;

/** Families that run at the same time, each with what of it is run. Groups run one after the other. */
const group = (...names) => names.map((name) => ({ name }));
const inTurn = (names) => names.map((name) => group(name));

/** The servers' families where they can run; else a line that says they do not. */
function serversIfAny() {
  if (canHaveServers()) return inTurn(serverNames);
  console.log('Left out: the families of test:servers, as there is neither MONGODB_URL nor Java with Maven.');
  return [];
}

/** Splits the command line into groups of families and the runner's arguments. */
function read([first, ...others]) {
  if (first === '--all' && others.join(' ') === '--rest')
    return { groups: [group('sweeps'), ...serversIfAny()], args: [] };
  if (first === '--all' && others.length === 0)
    return { groups: [group('backend-whole', 'frontend', 'e2e'), ...serversIfAny()], args: [] };
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
  if (found.length === 0) throw new Error(`No test file and no test is named like ${rest.join(' or ')}.`);
  return { groups: [found], args: [] };
}

const GIBIBYTE = 2 ** 30;

/**
 * A folder for everything that the tests write, in memory where there is plenty: a disk is waited for at each write of
 * the log. TMPDIR overrides this. It is removed when this process ends.
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
  // Behind the word that the npm script puts first.
  if (commandLine[0]?.startsWith('--') && ['--help', '-h'].includes(commandLine[1])) {
    console.log(usage.trim());
    return 0;
  }
  const { groups, args } = read(commandLine);
  const folder = makeFolder();
  environment.TMPDIR = folder;
  const total = { passed: 0, failed: 0, skipped: 0 };
  let isEmpty = false;
  for (const families of groups) {
    console.log(`\n── ${families.map(({ name }) => name).join(', ')} tests`);
    const isOne = families.length === 1;
    await Promise.all(
      families.map(async ({ name, ...choice }) => {
        const started = performance.now();
        const prefix = isOne ? undefined : `${name.padEnd(8)} │ `;
        const counts = await runFamily(name, join(folder, `${name}.json`), args, { ...choice, prefix });
        const seconds = Math.round((performance.now() - started) / 1000);
        console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, in ${seconds} s`);
        // Where words choose, a file may hold the word in something else than a name.
        if (choice.words) counts.skipped = 0;
        else if (counts.passed + counts.failed === 0) {
          console.error(`${name}: no test ran.`);
          isEmpty = true;
        }
        for (const key of Object.keys(total)) total[key] += counts[key];
      }),
    );
  }
  isEmpty ||= total.passed + total.failed === 0;
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed > 0 || isEmpty ? 1 : 0;
});
