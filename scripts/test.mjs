// Runs families of tests, or the tests that match words. Ends with the names of failed tests and one line that counts all.
import { gateNames, usualNames } from './families.mjs';
import { main } from './process.mjs';
import { findMatches } from './specs.mjs';
import { runFamilies } from './test-run.mjs';

const usage = `
Usage: npm test [-- WORD...]
       npm test [-- FAMILY... [ARGUMENT...]]

Runs tests and ends with the names of failed tests and a line like "812 passed, 0 failed". npm test needs only Node and
npm, and runs these families at the same time:

  backend   the rules, views, storage and the HTTP API, with Jest
  frontend  the pure helpers of the browser code, with Node's test runner
  e2e       the whole site in Chromium, with Playwright

  WORD      runs the files whose path contains the word (npm test -- likes). If there are none, runs the tests whose
            name contains it (npm test -- 'rates once'). Searches all three families.
  FAMILY    runs only these families
  ARGUMENT  passes arguments to the runner of one of these three: npm test -- backend -t 'rates once'
  --help    shows this

npm test leaves out some slow files (*.late.spec.ts and *.late.e2e.ts). .ci/run also runs these families:

  servers   the contracts of the adapters on MongoDB and Stripe's own test server. Needs Go, and Java 17 and Maven or
            the server of MONGODB_URL
  late      real starts of the programs, and rules on safety, access and money that are slow to prove
  e2e-late  further browser tests

npm run verify runs the rest of these files, and every case of tests that take a sample here.

The exit code is 1 if a test fails, a family runs no tests, or a word matches nothing.
`;

/** Splits the command line into groups of families and the runner's arguments. */
function read(args) {
  if (args.length === 0) return { groups: [usualNames.map((name) => ({ name }))], args };
  const end = args.findIndex((arg) => ![...usualNames, ...gateNames].includes(arg));
  const chosen = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end);
  const isOne = chosen.length === 1 && usualNames.includes(chosen[0]);
  if (chosen.length > 0 && (rest.length === 0 || isOne))
    return { groups: [chosen.map((name) => ({ name }))], args: rest };
  if (chosen.length > 0 || rest.some((word) => word.startsWith('-'))) throw new Error(usage.trim());
  const found = findMatches(rest);
  if (found.length === 0) throw new Error(`No test file or test name contains ${rest.join(' or ')}.`);
  return { groups: [found], args: [] };
}

await main(usage, async (commandLine) => {
  const { groups, args } = read(commandLine);
  const { failed } = await runFamilies(groups, args);
  return failed > 0 ? 1 : 0;
});
