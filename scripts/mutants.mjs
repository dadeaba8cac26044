// Mutation tests: makes one change at a time in a copy of the compiled code, and runs the tests that reach it.
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { equivalents, keyOf, mutantsOfListed, unmatched } from './mutants/equivalents.mjs';
import { instrument } from './mutants/instrument.mjs';
import { percent, printReport, summarise } from './mutants/report.mjs';
import { main, root } from './process.mjs';
import { surveyAll, tryAll } from './mutants/trial.mjs';

const usage = `
Usage: npm run mutants [-- OPTION...]

Creates mutants of domain, kernel and projections, and runs the unit tests against each. Prints the score of each folder
and the mutants that survive.

  --files WORD    only files whose path in backend/src contains WORD or matches it as a glob: domain, "kernel/views/*"
  --tests WORD    only test files whose path in backend/test contains WORD or matches it: faster and stricter
  --sample N      a uniform sample of N mutants; without --files 2000 by default, 0 for all
  --seed N        selects another sample (1)
  --lanes N       the number of processes (2)
  --target N      the score in percent below which the exit code is 1 (85)
  --json FILE     writes every mutant with its result
  --listed        only checks that each mutant of docs/mutants.json exists; the exit code is 1 if one does not
  --help          shows this

docs/mutants.json lists the equivalent mutants, which no test can catch, each with its reason. They do not count.
`;

const backend = join(root, 'backend');
/** Next to `dist`, because tests use paths relative to it. */
const copy = join(backend, `dist-mutants-${process.pid}`);
const switchUrl = pathToFileURL(join(root, 'scripts/mutants/switch.mjs')).href;

/** Only logic is mutated. Files of events, commands and ports have none. */
const folders = ['domain', 'kernel', 'projections'];
const isShape = (file) => /\.(?:events|commands|port)\.js$/.test(file);

const suites = [
  'domain/**/*.spec.js',
  'projections/**/*.spec.js',
  'kernel/**/*.spec.js',
  'contracts/*.sqlite.spec.js',
  'contracts/index-coverage.spec.js',
];

/** These start servers or other processes, which do not run the mutant. */
const notUnit = new Set(['kernel/health.spec.js', 'kernel/rebuild-process.spec.js']);

/** The size of the sample of everything. At the measured speed, it takes 40 to 50 minutes on two cores. */
const WHOLE_SAMPLE = 2000;

function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      files: { type: 'string' },
      tests: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      lanes: { type: 'string', default: '2' },
      target: { type: 'string', default: '85' },
      json: { type: 'string' },
      listed: { type: 'boolean', default: false },
    },
  });
  const number = (name) => {
    const value = values[name] === undefined ? undefined : Number(values[name]);
    if (value !== undefined && !(Number.isFinite(value) && value >= 0)) throw new Error(usage.trim());
    return value;
  };
  const { files, tests, json, listed } = values;
  return {
    listed,
    files,
    tests,
    json,
    sample: number('sample') ?? (files ? 0 : WHOLE_SAMPLE),
    seed: number('seed'),
    lanes: number('lanes'),
    target: number('target'),
  };
}

/** Uniform random numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function draw(mutants, size, seed) {
  if (size === 0 || size >= mutants.length) return mutants;
  const random = randomFrom(seed);
  return mutants
    .map((mutant) => ({ mutant, at: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

const isWanted = (file, wanted) => !wanted || file.includes(wanted) || matchesGlob(file, wanted);

/** Copies the compiled code, and adds the mutants of the wanted files to the copy. */
function makeMutants(wanted) {
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(join(backend, 'dist'), copy, { recursive: true });
  const mutants = [];
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.js`, { cwd: join(copy, 'src') })).sort();
  for (const file of files) {
    if (isShape(file) || !isWanted(file.replace(/js$/, 'ts'), wanted)) continue;
    const path = join(copy, 'src', file);
    const made = instrument({
      file: file.replace(/\.js$/, '.ts'),
      text: readFileSync(path, 'utf8'),
      map: JSON.parse(readFileSync(`${path}.map`, 'utf8')),
      switchUrl,
      nextId: mutants.length + 1,
    });
    writeFileSync(path, made.text);
    mutants.push(...made.mutants);
  }
  return mutants;
}

/** Leaves out the mutants that docs/mutants.json lists, and warns about entries that match no mutant. */
function withoutEquivalents(mutants, wanted) {
  const listed = equivalents().filter(({ file }) => isWanted(file, wanted));
  const known = new Set(listed.map(keyOf));
  const counted = mutants.filter((mutant) => !known.has(keyOf(mutant)));
  warn(unmatched(listed, mutants));
  return { counted, excluded: mutants.length - counted.length };
}

function warn(missing) {
  for (const key of missing) console.warn(`docs/mutants.json: this mutant does not exist: ${key}`);
}

const results = [];
const started = performance.now();

function tellResults() {
  printReport(results, Math.round((performance.now() - started) / 1000));
}

// Exit at once. Otherwise child processes that end would count as caught mutants and be replaced.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    tellResults();
    process.exit(1);
  });
}

await main(usage, async (args) => {
  const { files, tests: wantedTests, sample, seed, lanes, target, json, listed } = readOptions(args);
  if (listed) {
    const missing = unmatched(equivalents(), mutantsOfListed(equivalents()));
    warn(missing);
    return missing.length > 0 ? 1 : 0;
  }
  const { counted, excluded } = withoutEquivalents(makeMutants(files), files);
  if (counted.length === 0) throw new Error('There is nothing to mutate here.');
  const mutants = draw(counted, sample, seed);
  const paths = suites
    .flatMap((suite) => globSync(suite, { cwd: join(copy, 'test') }))
    .filter((path) => !notUnit.has(path) && isWanted(path, wantedTests))
    .map((path) => join(copy, 'test', path));
  console.log(
    `${mutants.length} of ${counted.length} mutants (${excluded} excluded as equivalent), ${paths.length} test files`,
  );
  const surveys = await surveyAll(paths, lanes);
  console.log(`surveyed in ${Math.round((performance.now() - started) / 1000)} s`);

  await tryAll(mutants, surveys, lanes, (mutant, { outcome, by, ms }) => {
    results.push({ ...mutant, outcome, ms, ...(by && { by: { ...by, path: relative(copy, by.path) } }) });
    if (results.length % 100 === 0)
      console.log(`${results.length} tried, ${percent(summarise(results))} caught so far`);
  });
  tellResults();
  if (json) writeFileSync(json, JSON.stringify(results, null, 1));
  return summarise(results).score * 100 < target ? 1 : 0;
});
