// The gate: all that a change has to pass before it is merged. Runs on Node 20 without node_modules, because it installs them.
import { whyNoProxy, whyNoServers } from './families.mjs';
import { main, run } from './process.mjs';
import { staleNames } from './verify/verified.mjs';

const usage = `
Usage: .ci/run

Installs, builds, and runs the static checks, npm test, and a part of what npm test leaves out, with a budget of 300 s.
Prints the seconds of each part beside its budget. A part that takes longer fails nothing; a failed build, check or test
does. Ends with the names of failed tests and one line that counts all tests.

  --help  shows this
`;

/** With the same seed each time, so that the same commit has the same result. */
const tests = (budget, ...names) => ({
  name: ['npm test', ...names].at(-1),
  budget,
  command: ['npm', 'test', '--silent', '--', '--seed', '0', ...names],
  isTests: true,
});

/** The parts with their budgets: seconds on two idle cores. */
const parts = [
  { name: 'install and build', budget: 150, command: ['node', 'scripts/prepare.mjs', 'build'], isBase: true },
  { name: 'check', budget: 60, command: ['npm', 'run', '--silent', 'check', '--', '--fast'] },
  tests(220),
  // Together 300 s. What does not fit is moved to `npm run verify` by the lists in scripts/specs.mjs.
  { ...tests(80, 'servers'), whyNot: whyNoServers },
  { ...tests(15, 'proxies'), whyNot: whyNoProxy },
  tests(110, 'late'),
];

const COUNTS = /^(?<passed>\d+) passed, (?<failed>\d+) failed/;

/** Runs a part with its output on the terminal. What ends badly or without the counts that it owes has one failure. */
async function play({ name, command: [program, ...args], isTests }) {
  const lines = [];
  const onLine = (line) => {
    console.log(line);
    lines.push(line);
  };
  const code = await run(program, args, { onLine });
  const counts = COUNTS.exec(lines.findLast((line) => COUNTS.test(line)))?.groups;
  const failed = Number(counts?.failed ?? 0);
  const first = lines.lastIndexOf('Failed:') + 1;
  const failures = first === 0 ? [] : lines.slice(first).filter((line) => line.startsWith('  '));
  const isBroken = failed === 0 && (code !== 0 || (isTests && !counts));
  if (isBroken) failures.push(`  ${name}: exit code ${code}`);
  return { passed: Number(counts?.passed ?? 0), failed: isBroken ? 1 : failed, failures };
}

/** What `npm run verify` has to say; never a reason to refuse. */
async function printStale() {
  try {
    const stale = await staleNames();
    if (stale.length > 0) console.log(`Without a green npm run verify of this commit: ${stale.join(', ')}`);
  } catch (error) {
    console.log(`docs/verified.json was not compared: ${error.message}`);
  }
}

await main(usage, async (args) => {
  if (args.length > 0) throw new Error(usage.trim());
  const total = { passed: 0, failed: 0 };
  const [table, notRun, failures] = [[], [], []];
  for (const part of parts) {
    const { name, budget, command, whyNot, isBase } = part;
    const started = performance.now();
    const reason = await whyNot?.();
    if (reason) {
      notRun.push(`${name} (${reason})`);
      continue;
    }
    console.log(`\n$ ${command.join(' ')}`);
    const result = await play(part);
    const seconds = Math.round((performance.now() - started) / 1000);
    table.push(`${name.padEnd(18)}${`${seconds}`.padStart(5)} s of ${budget}`);
    total.passed += result.passed;
    total.failed += result.failed;
    failures.push(...result.failures);
    if (isBase && result.failed > 0) break;
  }
  console.log(`\n${table.join('\n')}`);
  await printStale();
  if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}`);
  if (notRun.length > 0) console.log(`not run: ${notRun.join(', ')}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});
