// Runs the tests that neither `npm test` nor `.ci/run` runs, and every case of those of which they run a sample.
import { parseArgs } from 'node:util';
import { needsServers, specsOfFamily, whyNoServers } from '../families.mjs';
import { quoted } from '../process.mjs';
import { runFamilies } from '../test-run.mjs';

/**
 * Runs families one after the other.
 *
 * @param {string} name  of `npm run verify`
 * @param {string[]} families
 * @param {string[]} args  with a seed
 * @param {string[]} [usual]  words: only the tests whose names contain one, unless the arguments name one
 */
export async function verifyTests(name, families, args, usual) {
  const options = { seed: { type: 'string' }, files: { type: 'string' }, test: { type: 'string' } };
  const { seed, files: word = '', test } = parseArgs({ args, options }).values;
  const words = test ? [test] : usual;
  const chosen = families
    .map((family) => ({
      name: family,
      files: specsOfFamily(family).filter((file) => file.includes(word)),
      ...(words && { words }),
    }))
    .filter(({ files }) => files.length > 0);
  if (chosen.length === 0) throw new Error(`No file of ${name} contains ${word}.`);
  const reason = chosen.some((family) => needsServers(family.name)) && (await whyNoServers());
  if (reason) throw new Error(`The servers of ${name} can't be started: ${reason}.`);
  const again = ({ file, test: failed }) =>
    [
      `npm run verify -- ${name} --seed ${seed}`,
      ...(file ? [`--files ${file}`] : []),
      ...(failed ? [`--test ${quoted(failed)}`] : []),
    ].join(' ');
  return runFamilies(chosen, { seed: Number(seed), again });
}
