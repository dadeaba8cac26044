// The gate: all that a change has to pass before it is merged. Runs on Node 20 without node_modules, because it installs them.
import { whyNoServers } from './families.mjs';
import { main, run } from './process.mjs';
import { staleNames } from './verify/verified.mjs';

const usage = `
Usage: .ci/run

Installs, builds, and runs the static checks, npm test, and for at most five minutes what npm test leaves out. Prints the
seconds of each part beside its budget. A part that takes longer fails nothing; a failed build, check or test does. Ends
with the names of failed tests and one line that counts all tests.

  --help  shows this
`;

const ofTests = (name, budget) => ({ name, budget, command: ['npm', 'test', '--silent', '--', name] });

/** The parts with their budgets: seconds on two idle cores. */
const parts = [
  { name: 'install and build', budget: 150, command: ['node', 'scripts/prepare.mjs', 'build'], isBase: true },
  { name: 'check', budget: 60, command: ['npm', 'run', '--silent', 'check', '--', '--fast'] },
  { name: 'npm test', budget: 220, command: ['npm', 'test', '--silent'] },
  // Together at most 300 s. What does not fit is moved to `npm run verify` by the lists in scripts/specs.mjs.
  { ...ofTests('servers', 80), whyNot: whyNoServers },
  ofTests('late', 110),
  ofTests('e2e-late', 110),
];

/** Runs a part with its output on the terminal. Returns what its tests counted, and the lines that name failed ones. */
async function play([program, ...args]) {
  const lines = [];
  const onLine = (line) => {
    console.log(line);
    lines.push(line);
  };
  const code = await run(program, args, { onLine });
  const [, passed, failed] = /^(\d+) passed, (\d+) failed/.exec(lines.at(-1)) ?? [null, '0', '0'];
  const first = lines.lastIndexOf('Failed:') + 1;
  const failures = first === 0 ? [] : lines.slice(first).filter((line) => line.startsWith('  '));
  return { code, passed: Number(passed), failed: Number(failed), failures };
}

await main(usage, async () => {
  const total = { passed: 0, failed: 0 };
  const [table, notRun, failures] = [[], [], []];
  for (const { name, budget, command, whyNot, isBase } of parts) {
    const started = performance.now();
    const reason = await whyNot?.();
    if (reason) {
      notRun.push(`${name} (${reason})`);
      continue;
    }
    console.log(`\n$ ${command.join(' ')}`);
    const result = await play(command);
    const seconds = Math.round((performance.now() - started) / 1000);
    table.push(`${name.padEnd(18)}${`${seconds}`.padStart(5)} s of ${budget}`);
    total.passed += result.passed;
    // What ends without counts fails as one.
    total.failed += result.code === 0 ? result.failed : Math.max(1, result.failed);
    failures.push(...result.failures);
    if (result.code !== 0 && result.failures.length === 0)
      failures.push(`  ${name}: exit code ${result.code}`);
    if (result.code !== 0 && isBase) break;
  }
  console.log(`\n${table.join('\n')}`);
  const stale = await staleNames();
  if (stale.length > 0) console.log(`Changed since their last green npm run verify: ${stale.join(', ')}`);
  if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}`);
  if (notRun.length > 0) console.log(`not run: ${notRun.join(', ')}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});
