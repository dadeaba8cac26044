// Runs the tests that neither `npm test` nor `.ci/run` runs, and every case of those of which they run a sample.
import { parseArgs } from 'node:util';
import { needsServers, specsOfFamily, whyNoServers } from '../families.mjs';
import { environment } from '../process.mjs';
import { runFamilies } from '../test-run.mjs';

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Runs families one after the other, and prints the command that repeats the first failure.
 *
 * @param {string} name  of `npm run verify`
 * @param {string[]} families
 * @param {string[]} args  with a seed, which the tests read
 */
export async function verifyTests(name, families, args) {
  const options = { seed: { type: 'string' }, files: { type: 'string' }, test: { type: 'string' } };
  const { seed, files: word = '', test } = parseArgs({ args, options }).values;
  const groups = families
    .map((family) => ({
      name: family,
      files: specsOfFamily(family).filter((file) => file.includes(word)),
      ...(test && { words: [test] }),
    }))
    .filter(({ files }) => files.length > 0)
    .map((family) => [family]);
  if (groups.length === 0) throw new Error(`No file of ${name} contains ${word}.`);
  const reason = groups.some(([family]) => needsServers(family.name)) && (await whyNoServers());
  if (reason) throw new Error(`The servers of ${name} can't be started: ${reason}.`);
  environment.TEST_SEED = seed;
  const { passed, failed, failures } = await runFamilies(groups, []);
  const first = failures.find(({ file }) => file);
  if (first) {
    const which = `--files ${first.file}${first.test ? ` --test ${quoted(first.test)}` : ''}`;
    console.log(`The first failure again: npm run verify -- ${name} --seed ${seed} ${which}`);
  }
  return { passed, failed };
}
