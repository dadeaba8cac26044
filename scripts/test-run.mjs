// Runs families of tests, and sums up what they counted.
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFamily } from './families.mjs';
import { compileCache, environment } from './process.mjs';

/** @typedef {import('./families.mjs').Failure & { family: string }} FailureOfFamily */

const GIBIBYTE = 2 ** 30;
const LARGEST_SEED = 2 ** 31 - 1;

/**
 * The seed of a run: the given text as a number, or a new one.
 * @throws Error when the text is not a seed
 */
export function seedFrom(text) {
  if (text === undefined) return randomInt(1, 2 ** 30);
  if (/^\d+$/.test(text) && Number(text) <= LARGEST_SEED) return Number(text);
  throw new Error(`--seed must be a whole number from 0 to ${LARGEST_SEED}.`);
}

/**
 * Creates a folder for everything that the tests write. It is in memory if there is enough, because every write of the log
 * waits for the disk. TMPDIR overrides this. The folder is removed by `remove`, or when this process exits.
 */
export function makeFolder() {
  const memory = '/dev/shm';
  const isPlenty = () => {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 * GIBIBYTE && freemem() > 4 * GIBIBYTE;
  };
  const parent = !process.env.TMPDIR && existsSync(memory) && isPlenty() ? memory : tmpdir();
  const folder = mkdtempSync(join(parent, 'footnote-tests-'));
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', remove);
  return { folder, remove };
}

/**
 * Runs families one after the other. Prints their output, the failed tests, the command that repeats them, and at last one
 * line that counts all.
 *
 * @param {({ name: string } & import('./families.mjs').Choice)[]} families
 * @param {{ args?: string[], seed: number, again: (first: FailureOfFamily) => string }} how  `args` are passed to the runner
 *   of a single family; `seed` chooses the order of Jest's files and what random tests draw; `again` is the command
 * @returns {Promise<{ passed: number, failed: number }>} a family without tests counts as a failure
 */
export async function runFamilies(families, { args = [], seed, again }) {
  const { folder, remove } = makeFolder();
  Object.assign(environment, { TMPDIR: folder, TEST_SEED: `${seed}`, NODE_COMPILE_CACHE: compileCache });
  const total = { passed: 0, failed: 0, skipped: 0 };
  // Playwright then runs none.
  const isList = args.includes('--list');
  const failures = [];
  for (const { name, ...choice } of families) {
    console.log(`\n── ${name} tests, seed ${seed}`);
    const started = performance.now();
    const counts = await runFamily(name, join(folder, `${name}.json`), args, choice);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, in ${seconds} s`);
    // A selection by words skips the other tests of a file, and the word may not be in a test name at all.
    if (choice.words || isList) counts.skipped = 0;
    else if (counts.passed + counts.failed === 0) {
      counts.failed = 1;
      counts.failures = [{ reason: 'no test ran' }];
    }
    for (const key of Object.keys(total)) total[key] += counts[key];
    failures.push(...counts.failures.map((failure) => ({ family: name, ...failure })));
  }
  if (!isList && total.passed + total.failed === 0) {
    total.failed = 1;
    failures.push({ reason: 'no test ran' });
  }
  const { passed, failed, skipped } = total;
  if (failures.length > 0) {
    console.log(`\nFailed:\n${failures.map((one) => `  ${lineOf(one)}`).join('\n')}`);
    console.log(`Again: ${again(failures[0])}`);
  }
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  remove();
  return { passed, failed };
}

const lineOf = ({ family, file, test, reason }) =>
  [family, file, test, reason].filter((part) => part).join(': ');
