// What a run does of the tests that sweep: `npm test` a sample, `npm run test:all` the whole. A spec that imports this file
// runs again in `npm run test:all`.
const isWhole = process.env['TEST_SCOPE'] === 'all';

/** How often something is done, or how much of it is there: a sample in `npm test`, the whole in `npm run test:all`. */
export function amount(sample: number, whole: number): number {
  return isWhole ? whole : sample;
}

/**
 * The cases of a sweep: those of the sample in `npm test`, all of them in `npm run test:all`.
 * @throws Error when a name of the sample is the name of no case
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
