/**
 * The name of a build of a view: `v2-3` is the third build of the definition's version 2. Names grow, so that
 * an old build is never mistaken for a new one.
 */
export function nextGeneration(version: number, existing: readonly string[]): string {
  const builds = existing.map((name) => parse(name)).filter((known) => known.version === version);
  return `v${version}-${Math.max(0, ...builds.map((known) => known.build)) + 1}`;
}

/** The definition's version that a generation was built by. */
export function versionOf(generation: string): number {
  return parse(generation).version;
}

function parse(generation: string): { version: number; build: number } {
  const match = /^v(\d+)-(\d+)$/.exec(generation);
  if (!match) throw new Error(`not the name of a generation: ${generation}`);
  return { version: Number(match[1]), build: Number(match[2]) };
}
