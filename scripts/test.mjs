// Runs families of tests, or the tests that match words. Ends with the names of failed tests and one line that counts all.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { moreNames, usualNames } from './families.mjs';
import { main, quoted } from './process.mjs';
import { findMatches, ownApps } from './specs.mjs';
import { runFamilies, seedFrom } from './test-run.mjs';

const usage = `
Usage: npm test [-- [OPTIONS] WORD...]
       npm test [-- [OPTIONS] FAMILY... [ARGUMENT...]]

Runs tests and ends with the names of failed tests and a line like "812 passed, 0 failed". npm test needs only Node and
npm, and runs these families one after the other:

  backend   the rules, views, storage and the HTTP API, with Jest
  frontend  the pure helpers of the browser code, with Node's test runner
  screens   what pages show and do for given answers of the API, in Chromium, with Playwright
  journeys  the whole site in Chromium

  WORD        runs the files whose path contains the word (npm test -- likes). If there are none, runs the tests whose
              name contains it (npm test -- 'rates once'). Searches all four families.
  FAMILY      runs only these families
  ARGUMENT    passes arguments to the runner of one of them: npm test -- journeys --list
  --seed N    repeats a run: the seed chooses the order of Jest's files, and what random tests draw. Each run prints its
              own; .ci/run has the seed 0
  --repeat N  runs all of it N times, each time with the next seed
  --own-apps  lists the test files that start a server of their own, with the reason, and runs nothing
  --busy      runs it beside three spinning processes for each core
  --help      shows this

npm test leaves out some slow files (*.late.spec.ts and *.late.e2e.ts). .ci/run also runs these families:

  servers       the contracts of the adapters on MongoDB and Stripe's own test server. Needs Go, and Java 17 and Maven or
                the server of MONGODB_URL
  proxies       the settings for nginx in docs/proxies.md, with a real nginx. Needs nginx
  late          real starts of the programs, and rules on safety, access and money that are slow to prove

The family screens-late has all other screens. npm run verify runs them, the rest of these files, and every case of tests
that take a sample here. The tests that docs/flaky.md lists are left out; a word finds them.

The exit code is 1 if a test fails, a family runs no tests, or a word matches nothing.
`;

/** Splits the command line into families and the runner's arguments. */
function read(args) {
  if (args.length === 0) return { families: usualNames.map((name) => ({ name })), args };
  const end = args.findIndex((arg) => ![...usualNames, ...moreNames].includes(arg));
  const chosen = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end);
  const isOne = chosen.length === 1 && usualNames.includes(chosen[0]);
  if (chosen.length > 0 && (rest.length === 0 || isOne))
    return { families: chosen.map((name) => ({ name })), args: rest };
  if (chosen.length > 0 || rest.some((word) => word.startsWith('-'))) throw new Error(usage.trim());
  const found = findMatches(rest);
  if (found.length === 0) throw new Error(`No test file or test name contains ${rest.join(' or ')}.`);
  return { families: found, args: [] };
}

/** Takes our options off the command line. */
function takeOptions(args) {
  const options = { seed: { type: 'string' }, repeat: { type: 'string' }, busy: { type: 'boolean' } };
  const { values, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  const taken = new Set();
  for (const { kind, name, index, value, inlineValue } of tokens) {
    if (kind !== 'option' || !Object.hasOwn(options, name)) continue;
    taken.add(index);
    if (value !== undefined && !inlineValue) taken.add(index + 1);
  }
  const { repeat = '1', busy = false } = values;
  if (!/^[1-9]\d*$/.test(repeat)) throw new Error('--repeat must be a whole number from 1 on.');
  const seed = seedFrom(values.seed);
  seedFrom(`${seed + Number(repeat) - 1}`);
  return { seed, repeat: Number(repeat), isBusy: busy, rest: args.filter((_, index) => !taken.has(index)) };
}

/** Starts three processes for each core that do nothing but take its time, until they are killed or this process ends. */
const spin = () =>
  Array.from({ length: 3 * availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', `while (process.ppid === ${process.pid});`], { stdio: 'ignore' }),
  );

await main(usage, async (commandLine) => {
  if (commandLine.includes('--own-apps')) {
    console.log(ownApps().join('\n'));
    return 0;
  }
  const { seed, repeat, isBusy, rest } = takeOptions(commandLine);
  const { families, args } = read(rest);
  const total = { passed: 0, failed: 0 };
  const red = [];
  const spinning = isBusy ? spin() : [];
  try {
    for (let run = seed; run < seed + repeat; run += 1) {
      const again = () =>
        ['npm test --', ...(isBusy ? ['--busy'] : []), `--seed ${run}`, ...rest.map(quoted)].join(' ');
      const { passed, failed } = await runFamilies(families, { args, seed: run, again });
      total.passed += passed;
      total.failed += failed;
      if (failed > 0) red.push(run);
    }
  } finally {
    for (const child of spinning) child.kill('SIGKILL');
  }
  if (repeat > 1) {
    const seeds = red.length > 0 ? `, failed with the seeds ${red.join(', ')}` : '';
    console.log(`\n${repeat - red.length} of ${repeat} runs passed${seeds}`);
    console.log(`${total.passed} passed, ${total.failed} failed`);
  }
  return total.failed > 0 ? 1 : 0;
});
