// Mutation tests: makes one change at a time in a copy of the compiled code, and runs the tests that reach it.
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { equivalents, folderOf, keyOf, mutantsOfListed, unmatched } from './mutants/equivalents.mjs';
import { instrument } from './mutants/instrument.mjs';
import { percent, printReport, summarise, survivorsOf } from './mutants/report.mjs';
import { surveyAll, tryAll } from './mutants/trial.mjs';
import { environment, main, root } from './process.mjs';
import { lateInGate, usualSpecsOf } from './specs.mjs';
import { makeFolder } from './test-run.mjs';

const usage = `
Usage: npm run mutants [-- OPTION...]

Creates mutants of domain, kernel and projections, and runs the unit tests against each. Prints the score of each folder
and the mutants that survive.

  --server        mutants of api and reactions instead, each against at most 12 of the test files that reach it
  --files WORD    only files whose path in backend/src contains WORD or matches it as a glob: domain, "kernel/views/*"
  --tests WORD    only test files whose path in backend/test contains WORD or matches it: faster and stricter
  --share P       tries P percent of the mutants of each folder. By default all with --files, else the sample of
                  docs/mutants.md
  --seed N        selects another sample (1)
  --lanes N       the number of processes (2; 3 with --server, where tests wait more)
  --target N      the score in percent below which the exit code is 1 (85; 65 with --server)
  --json FILE     writes every mutant with its result
  --survivors     writes the survivors of the sample to docs/survivors.json; the exit code is 1 if one was not in it
  --listed        only checks that each mutant of docs/mutants.json exists; the exit code is 1 if one does not
  --help          shows this

docs/mutants.json lists the equivalent mutants, which no test can catch, each with its reason. They do not count.
`;

const backend = join(root, 'backend');
/** Next to `dist`, because tests use paths relative to it. */
const copy = join(backend, `dist-mutants-${process.pid}`);
const switchUrl = pathToFileURL(join(root, 'scripts/mutants/switch.mjs')).href;

/** Only logic is mutated. Files of requests, responses and ports have none. */
const isShape = (file) => /\.(?:requests|responses|port)\.ts$/.test(file);

/** These unit tests start servers or other processes, which do not run the mutant. */
const startsOthers = /^kernel\/(?:health|rebuild-process)\.spec/;

/** What is mutated, with the percentage of each folder in the sample, and the tests for it. */
const units = {
  lanes: 2,
  target: 85,
  shares: { domain: 5, kernel: 5, projections: 5 },
  suites: [
    'domain/**/*.spec.js',
    'projections/**/*.spec.js',
    'kernel/**/*.spec.js',
    'contracts/*.sqlite.spec.js',
    'contracts/index-coverage.spec.js',
  ],
};

/** The same with --server. A test file starts one server for all its tests, so it runs as a whole. */
const servers = {
  lanes: 3,
  target: 65,
  shares: { api: 1.55, reactions: 7.3 },
  suites: ['api/**/*.spec.js', 'reactions/**/*.spec.js', 'payments/**/*.spec.js'],
  mostFiles: 12,
};

function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      server: { type: 'boolean', default: false },
      files: { type: 'string' },
      tests: { type: 'string' },
      share: { type: 'string' },
      seed: { type: 'string', default: '1' },
      lanes: { type: 'string' },
      target: { type: 'string' },
      json: { type: 'string' },
      survivors: { type: 'boolean', default: false },
      listed: { type: 'boolean', default: false },
    },
  });
  const { server, files, tests, survivors } = values;
  const numbers = Object.fromEntries(
    ['share', 'seed', 'lanes', 'target'].map((name) => [name, values[name] && Number(values[name])]),
  );
  const areNumbers = Object.values(numbers).every(
    (value) => value === undefined || (Number.isFinite(value) && value >= 0),
  );
  const isSample = [files, tests, numbers.share].every((value) => value === undefined) && numbers.seed === 1;
  if (!areNumbers || numbers.lanes === 0 || (survivors && !isSample)) throw new Error(usage.trim());
  const room = server ? servers : units;
  return {
    ...room,
    ...values,
    ...numbers,
    share: numbers.share ?? (files && 100),
    lanes: numbers.lanes ?? room.lanes,
    target: numbers.target ?? room.target,
  };
}

/** Whether a mutant belongs to a sample of `share` percent. Only the seed and the mutant itself decide, no other mutants. */
function isDrawn(mutant, share, seed) {
  const hash = createHash('sha256')
    .update(`${seed} ${keyOf(mutant)}`)
    .digest();
  return hash.readUInt32BE() / 2 ** 32 < share / 100;
}

const isWanted = (file, wanted) => !wanted || file.includes(wanted) || matchesGlob(file, wanted);

/** Copies the compiled code, and adds the mutants of the files that `isTried` accepts to the copy. */
function makeMutants(isTried) {
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(join(backend, 'dist'), copy, { recursive: true });
  const mutants = [];
  for (const path of globSync('**/*.js', { cwd: join(copy, 'src') }).sort()) {
    const file = path.replace(/js$/, 'ts');
    if (isShape(file) || !isTried({ file })) continue;
    const place = join(copy, 'src', path);
    const made = instrument({
      file,
      text: readFileSync(place, 'utf8'),
      map: JSON.parse(readFileSync(`${place}.map`, 'utf8')),
      switchUrl,
      nextId: mutants.length + 1,
    });
    writeFileSync(place, made.text);
    mutants.push(...made.mutants);
  }
  return mutants;
}

/** Leaves out the mutants that docs/mutants.json lists, and warns about entries that match no mutant. */
function withoutEquivalents(mutants, isTried) {
  const listed = equivalents().filter(isTried);
  const known = new Set(listed.map(keyOf));
  const counted = mutants.filter((mutant) => !known.has(keyOf(mutant)));
  warn(unmatched(listed, mutants));
  return { counted, excluded: mutants.length - counted.length };
}

function warn(missing) {
  for (const key of missing) console.warn(`docs/mutants.json: this mutant does not exist: ${key}`);
}

/** Writes the survivors in the folders that were tried, keeps those of other folders, and returns the new ones. */
function writeSurvivors(survivors, folders) {
  const path = join(root, 'docs/survivors.json');
  const before = JSON.parse(readFileSync(path, 'utf8'));
  const known = new Set(before.map(keyOf));
  const kept = before.filter(({ file }) => !folders.includes(folderOf({ file })));
  const lines = [...kept, ...survivors].map(({ file, inside, from, to }) =>
    JSON.stringify({ file, inside, from, to }),
  );
  writeFileSync(path, `[\n  ${lines.sort().join(',\n  ')}\n]\n`);
  return survivors.filter((survivor) => !known.has(keyOf(survivor)));
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
  const { shares, suites, mostFiles, files, tests, share, seed, lanes, target, ...options } =
    readOptions(args);
  if (options.listed) {
    const missing = unmatched(equivalents(), mutantsOfListed(equivalents()));
    warn(missing);
    return missing.length > 0 ? 1 : 0;
  }
  const isTried = ({ file }) => folderOf({ file }) in shares && isWanted(file, files);
  const { counted, excluded } = withoutEquivalents(makeMutants(isTried), isTried);
  const mutants = counted.filter((mutant) => isDrawn(mutant, share ?? shares[folderOf(mutant)], seed));
  if (mutants.length === 0) throw new Error('There is nothing to mutate here.');
  const paths = [...usualSpecsOf('backend'), ...lateInGate.late]
    .map((file) => file.replace(/^test\//, '').replace(/ts$/, 'js'))
    .filter((path) => suites.some((suite) => matchesGlob(path, suite)))
    .filter((path) => !startsOthers.test(path) && isWanted(path, tests))
    .map((path) => join(copy, 'test', path));
  console.log(
    `${mutants.length} of ${counted.length} mutants (${excluded} excluded as equivalent), ${paths.length} test files`,
  );
  // Processes that are killed leave files of their tests.
  environment.TMPDIR = makeFolder().folder;
  const surveys = await surveyAll(paths, lanes);
  console.log(`surveyed in ${Math.round((performance.now() - started) / 1000)} s`);

  await tryAll(mutants, surveys, { lanes, mostFiles, counted }, (mutant, { outcome, by, ms }) => {
    results.push({ ...mutant, outcome, ms, ...(by && { by: { ...by, path: relative(copy, by.path) } }) });
    if (results.length % 100 === 0)
      console.log(`${results.length} tried, ${percent(summarise(results))} caught so far`);
  });
  tellResults();
  if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 1));
  if (!options.survivors) return summarise(results).score * 100 < target ? 1 : 0;
  const added = writeSurvivors(survivorsOf(results), Object.keys(shares));
  console.log(`\n${added.length} of the survivors were not in docs/survivors.json`);
  return added.length > 0 ? 1 : 0;
});
