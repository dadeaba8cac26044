// A warm process that runs tests for one mutant after the other. It imports the test file again each time; the tested modules
// stay loaded. Messages: { survey: path } and { mutant, runs: [{ path, limit, tests: { name: limit } }] }, with time limits in
// milliseconds. Each gets one reply.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { count, tryOut } from './switch.mjs';

const require = createRequire(import.meta.url);
// Like `npm test`: the globals of Jest's light runner, and the same jest-circus.
const runner = dirname(require.resolve('jest-light-runner'));
const circusOfRunner = createRequire(join(runner, 'index.js')).resolve('jest-circus');
await import(pathToFileURL(join(runner, 'global-setup.js')));
const { getState, resetState } = (await import(pathToFileURL(circusOfRunner))).default;
const { jestExpect } = (
  await import(pathToFileURL(createRequire(join(runner, 'index.js')).resolve('@jest/expect')))
).default;
// Gives random tests their seed.
await import(new URL('../../backend/dist/test/support/setup.js', import.meta.url));

let imports = 0;

async function load(path) {
  resetState();
  imports += 1;
  await import(`${pathToFileURL(path)}?${imports}`);
  return getState().rootDescribeBlock;
}

const call = (fn) =>
  fn.length > 0
    ? new Promise((resolve, reject) => fn((error) => (error ? reject(error) : resolve())))
    : Promise.resolve().then(fn);

const lineage = (block) => (block ? [...lineage(block.parent), block] : []);

/** The hooks of one kind: outer blocks first before a test, and last after a test. */
async function runHooks(type, blocks) {
  for (const { hooks } of blocks) {
    for (const hook of hooks) if (hook.type === type) await call(hook.fn);
  }
}

const nameOf = (test) =>
  lineage(test.parent)
    .slice(1)
    .map(({ name }) => name)
    .concat(test.name)
    .join(' › ');

/** Every test of a block in order, without skipped ones. */
const testsIn = ({ children }) =>
  children
    .flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)))
    .filter(({ mode }) => mode !== 'skip');

/** Runs some work and then its cleanup, and throws the first error. */
async function withEnd(work, end) {
  const ended = await Promise.allSettled([work()]);
  ended.push(...(await Promise.allSettled([end()])));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Runs the chosen tests of a block until one fails.
 * @throws the error of the test or hook
 */
async function runBlock(block, isChosen, around) {
  const isNeeded = testsIn(block).some(isChosen);
  if (!isNeeded) return;
  const runAll = async () => {
    await runHooks('beforeAll', [block]);
    for (const child of block.children) {
      if (child.type === 'describeBlock') await runBlock(child, isChosen, around);
      else if (child.mode !== 'skip' && isChosen(child)) await around(child, () => runTest(child));
    }
  };
  await withEnd(runAll, () => runHooks('afterAll', [block]));
}

async function runTest(test) {
  const blocks = lineage(test.parent);
  jestExpect.setState({ suppressedErrors: [], currentTestName: nameOf(test), assertionCalls: 0 });
  const runWhole = async () => {
    await runHooks('beforeEach', blocks);
    await call(test.fn);
    const [suppressed] = jestExpect.getState().suppressedErrors ?? [];
    if (suppressed) throw suppressed;
  };
  await withEnd(runWhole, () => runHooks('afterEach', blocks.toReversed()));
}

/**
 * The mutants that each test of a file reaches, and the time that it takes. Mutants reached only by the first load belong to
 * module code, and need a new process.
 */
async function survey(path) {
  const first = new Set();
  count(first);
  await load(path);
  const collected = new Set();
  count(collected);
  const started = performance.now();
  const root = await load(path);
  const shared = new Set(collected);
  const tests = [];
  count(shared);
  await runBlock(
    root,
    () => true,
    async (test, run) => {
      const reached = new Set();
      const began = performance.now();
      count(reached);
      await run();
      count(shared);
      tests.push({ name: nameOf(test), reached: [...reached], ms: performance.now() - began });
    },
  );
  count(null);
  const ms = performance.now() - started;
  return { path, loaded: [...first].filter((id) => !collected.has(id)), shared: [...shared], tests, ms };
}

/** The error that ends a test beyond its time limit. */
class TooLong extends Error {}

async function within(ms, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new TooLong(`longer than ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the named tests of some files, each file and each test with its time limit, until one fails. Returns that one, or null. */
async function firstFailure(runs) {
  for (const { path, limit, tests } of runs) {
    let at = null;
    const isChosen = (test) => nameOf(test) in tests;
    const limited = (test, run) => {
      at = nameOf(test);
      return within(tests[at], run);
    };
    try {
      const root = await load(path);
      // Hooks have no time limit of their own.
      await within(limit, () => runBlock(root, isChosen, limited));
    } catch (error) {
      const why = String(error?.message ?? error).split('\n')[0];
      return { path, test: at, why, isTooLong: error instanceof TooLong };
    }
  }
  return null;
}

/** Runs the tests with the mutant. After a failure runs them without it: if they still fail, the process is corrupted. */
async function judge({ mutant, runs }) {
  tryOut(mutant);
  const failure = await firstFailure(runs);
  tryOut(0);
  if (!failure || failure.isTooLong) return { failure, isSound: true };
  const failed = runs.find(({ path }) => path === failure.path);
  const again = [
    { ...failed, tests: failure.test === null ? {} : { [failure.test]: failed.tests[failure.test] } },
  ];
  return { failure, isSound: (await firstFailure(again)) === null };
}

process.on('message', async (message) => {
  try {
    process.send(
      message.survey ? { survey: await survey(message.survey) } : { verdict: await judge(message) },
    );
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
// Exit with the parent process, even if a test has left something open.
process.on('disconnect', () => process.exit());
process.send({ ready: true });
