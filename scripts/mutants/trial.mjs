// Decides for each mutant whether a test catches it, in warm processes. A process with a corrupted state is replaced.
import { join } from 'node:path';
import { root, start } from '../process.mjs';

const WORKER = join(root, 'scripts/mutants/worker.mjs');

/** A process is replaced after this number of mutants, because each import of a test file stays in its memory. */
const MUTANTS_A_PROCESS = 200;

/** The time limit of a test with a mutant: a multiple of its time without, plus some milliseconds. */
const PATIENCE = { times: 5, ms: 5000 };
/** The additional time limit of a process: it loads modules, and ends tests that hang. */
const STARTING_MS = 30_000;
const SURVEY_MS = 300_000;
const SLOW_MS = 200;

/** The error of a process that ends or fails without a reply. */
class Ended extends Error {}

/** One process that runs tests. */
class Worker {
  tried = 0;

  /** @param {number} mutant  active from the first import on; 0 for none */
  constructor(mutant = 0) {
    this.output = '';
    this.child = start('node', ['--enable-source-maps', WORKER], {
      cwd: join(root, 'backend'),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        NODE_ENV: 'test',
        JEST_WORKER_ID: '1',
        FOOTNOTE_MUTANT: String(mutant),
        TEST_SHARED_BY: 'file',
      },
    });
    this.child.stdout.resume();
    this.child.stderr.on('data', (text) => (this.output = (this.output + text).slice(-2000)));
    this.ready = this.#next(SURVEY_MS);
    this.ready.catch(() => undefined);
  }

  #next(ms) {
    return new Promise((resolve, reject) => {
      const finish = (settle, value) => {
        clearTimeout(timer);
        this.child.off('message', answered).off('close', closed);
        settle(value);
      };
      const answered = (message) => finish(resolve, message);
      const closed = () => finish(reject, new Ended(`the process ended: ${this.output.trim()}`));
      const timer = setTimeout(() => finish(resolve, null), ms);
      this.child.once('message', answered).once('close', closed);
    });
  }

  /** Returns the response of the process within `ms`, or null. Rejects when it exits or fails. */
  async ask(message, ms) {
    await this.ready;
    const answer = this.#next(ms);
    this.child.send(message);
    const said = await answer;
    if (said?.error) throw new Error(said.error);
    return said;
  }

  end() {
    this.child.kill('SIGKILL');
  }
}

/** Runs `work` for every item on a number of concurrent lanes, and passes the number of the lane. */
async function inLanes(items, lanes, work) {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let item = waiting.shift(); item; item = waiting.shift()) await work(item, lane);
    }),
  );
}

/**
 * Runs every test file once without a mutant, each in a new process, and records which tests reach which mutants.
 *
 * @param {string[]} paths  the compiled test files
 * @returns {Promise<object[]>}  one survey for each file, see worker.mjs
 */
export async function surveyAll(paths, lanes) {
  const surveys = [];
  await inLanes(paths, lanes, async (path) => {
    const worker = new Worker();
    try {
      const answer = await worker.ask({ survey: path }, SURVEY_MS);
      if (!answer) throw new Error('it takes too long');
      surveys.push(answer.survey);
    } catch (error) {
      throw new Error(`${path} fails without any mutant: ${error.message}`, { cause: error });
    } finally {
      worker.end();
    }
  });
  return surveys;
}

/** The time limit with a mutant for a test that takes `ms` without. */
const patienceWith = (ms) => PATIENCE.ms + PATIENCE.times * ms;

/** Some tests of a file that run together, and their time limits. `ms` is the time that they take without a mutant. */
function runOf(path, tests, ms = tests.reduce((sum, test) => sum + test.ms, 0)) {
  const limits = Object.fromEntries(tests.map((test) => [test.name, patienceWith(test.ms)]));
  return { path, ms, limit: patienceWith(ms) + STARTING_MS, tests: limits };
}

/** The tests to run for each mutant: those that reach it, and the files that only load it. */
function planTests(surveys) {
  const warm = new Map();
  const cold = new Map();
  const add = (plans, id, run) => plans.set(id, [...(plans.get(id) ?? []), run]);
  for (const { path, loaded, shared, tests, ms } of surveys) {
    const whole = runOf(path, tests, ms);
    const ofFile = new Set(shared);
    for (const id of ofFile) add(warm, id, whole);
    for (const id of loaded) add(cold, id, whole);
    const reaching = new Map();
    for (const test of tests) {
      for (const id of test.reached)
        if (!ofFile.has(id)) reaching.set(id, [...(reaching.get(id) ?? []), test]);
    }
    for (const [id, chosen] of reaching) {
      // Fast tests first, across all files.
      for (const list of Object.values(Object.groupBy(chosen, (test) => String(test.ms > SLOW_MS)))) {
        add(warm, id, runOf(path, list));
      }
    }
  }
  for (const runs of [...warm.values(), ...cold.values()]) runs.sort((one, other) => one.ms - other.ms);
  return { warm, cold };
}

/**
 * The same with whole files: for each mutant at most `mostFiles`, those first whose tests reach the most of its source file in
 * the time that they take. Most files only pass by on their way to what they test.
 *
 * @param {import('./instrument.mjs').Mutant[]} counted  also those that are not tried
 */
function planFiles(surveys, mutants, counted, mostFiles) {
  const sourceOf = new Map(counted.map(({ id, file }) => [id, file]));
  const files = surveys.map(({ path, loaded, shared, tests, ms }) => {
    const reached = new Set(tests.flatMap((test) => test.reached));
    const bySource = Map.groupBy(reached, (id) => sourceOf.get(id));
    const gain = (source) => (bySource.get(source)?.length ?? 0) / ms;
    return { run: runOf(path, tests, ms), warm: reached.union(new Set(shared)), cold: new Set(loaded), gain };
  });
  const choose = (kind) => (mutant) => {
    const gains = files
      .filter((file) => file[kind].has(mutant.id))
      .map(({ run, gain }) => ({ run, gain: gain(mutant.file) }));
    const chosen = gains.sort((one, other) => other.gain - one.gain || one.run.ms - other.run.ms);
    return [mutant.id, chosen.slice(0, mostFiles).map(({ run }) => run)];
  };
  return { warm: new Map(mutants.map(choose('warm'))), cold: new Map(mutants.map(choose('cold'))) };
}

const patienceFor = (runs) => patienceWith(runs.reduce((sum, { ms }) => sum + ms, 0)) + STARTING_MS;

function outcomeOf({ failure }) {
  if (!failure) return { outcome: 'survived' };
  return { outcome: failure.isTooLong ? 'timeout' : 'killed', by: failure };
}

/** Tries one mutant in a new process, where it is active from the first import on. */
async function tryCold(mutant, runs) {
  const worker = new Worker(mutant.id);
  try {
    const answer = await worker.ask({ mutant: mutant.id, runs }, patienceFor(runs));
    if (!answer) return { outcome: 'timeout' };
    return outcomeOf(answer.verdict);
  } catch (error) {
    return { outcome: 'killed', by: { path: '', test: null, why: error.message } };
  } finally {
    worker.end();
  }
}

/** Tries one mutant in a warm process. `unsure` if the state of the process may have caused the result. */
async function tryWarm(mutant, runs, worker) {
  try {
    const answer = await worker.ask({ mutant: mutant.id, runs }, patienceFor(runs));
    if (!answer) return { outcome: 'timeout' };
    return answer.verdict.isSound ? outcomeOf(answer.verdict) : { outcome: 'unsure' };
  } catch {
    return { outcome: 'unsure' };
  }
}

/**
 * Tries every mutant.
 *
 * @param {import('./instrument.mjs').Mutant[]} mutants
 * @param {object[]} surveys  the result of `surveyAll`
 * @param {{ lanes: number, mostFiles?: number, counted: object[] }} how
 *   `counted` are all mutants that could be tried; with `mostFiles` test files run as a whole, see `planFiles`
 * @param {(mutant: object, verdict: { outcome: 'killed' | 'timeout' | 'survived' | 'unreached' }) => void} report
 */
export async function tryAll(mutants, surveys, { lanes, mostFiles, counted }, report) {
  const { warm, cold } = mostFiles ? planFiles(surveys, mutants, counted, mostFiles) : planTests(surveys);
  const workers = [];
  const replace = (lane) => {
    workers[lane]?.end();
    workers[lane] = null;
  };
  await inLanes(mutants, lanes, async (mutant, lane) => {
    const began = performance.now();
    const done = (verdict) => report(mutant, { ...verdict, ms: Math.round(performance.now() - began) });
    const runs = warm.get(mutant.id) ?? [];
    const all = [...runs, ...(cold.get(mutant.id) ?? [])].slice(0, mostFiles);
    if (all.length === 0) return done({ outcome: 'unreached' });
    if (runs.length > 0) {
      const worker = (workers[lane] ??= new Worker());
      const verdict = await tryWarm(mutant, runs, worker);
      worker.tried += 1;
      const isSpent = verdict.outcome === 'timeout' || verdict.outcome === 'unsure';
      if (isSpent || worker.tried >= MUTANTS_A_PROCESS) replace(lane);
      const isHidden = verdict.outcome === 'survived' && (mutant.isKept || all.length > runs.length);
      if (verdict.outcome !== 'unsure' && !isHidden) return done(verdict);
    }
    // State of loaded modules may hide a mutant, and state left by a test may look like a caught one.
    return done(await tryCold(mutant, all));
  });
  for (const lane of workers.keys()) replace(lane);
}
