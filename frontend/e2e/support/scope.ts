// How much of a sweep a run tests: a sample in `npm test`, everything in `npm run verify`. A file of tests that imports this
// file runs again in `npm run verify`.
export const isWhole = process.env.TEST_SCOPE === 'all';

/**
 * The cases of a sweep: the sample in `npm test`, all of them in `npm run verify`.
 * @throws Error when the sample is empty or names an unknown case
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
