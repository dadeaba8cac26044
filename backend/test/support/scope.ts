// How much of a sweep a run tests: a sample in `npm test`, everything in `npm run verify`. A spec that imports this file runs
// again in `npm run verify`.
const isWhole = process.env['TEST_SCOPE'] === 'all';

/** The seed of this run: a new one in each, 0 in `.ci/run`. */
export const runSeed = Number(process.env['TEST_SEED'] ?? 0);

/** The seed of a random history in this run: `fixed` in `.ci/run`. Runs with neighbouring seeds share none. */
export function seedOf(fixed: number): number {
  return fixed + runSeed * 1009;
}

/** A number of repetitions or items: `sample` in `npm test`, `whole` in `npm run verify`. */
export function amount(sample: number, whole: number): number {
  return isWhole ? whole : sample;
}

/**
 * The cases of a sweep: the sample in `npm test`, all of them in `npm run verify`.
 * @throws Error when the sample names an unknown case
 */
export function sweep<Case>(
  cases: readonly Case[],
  nameOf: (of: Case) => string,
  sample: readonly string[],
): Case[] {
  const names = new Set(cases.map(nameOf));
  const unknown = sample.filter((name) => !names.has(name));
  if (sample.length === 0 || unknown.length > 0) throw new Error(`no cases to sample: ${unknown.join(', ')}`);
  return cases.filter((one) => isWhole || sample.includes(nameOf(one)));
}
