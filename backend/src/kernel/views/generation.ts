/**
 * The name of a build of a view: `v2-3` is the third build of the projection's version 2. Numbers only grow, so a new build
 * never has the name of an old one.
 */
export function nextGeneration(version: number, existing: readonly string[]): string {
  const builds = existing.map((name) => parse(name)).filter((known) => known.version === version);
  return `v${version}-${Math.max(0, ...builds.map((known) => known.build)) + 1}`;
}

/** The version of the projection that a generation was built with. */
export function versionOf(generation: string): number {
  return parse(generation).version;
}

function parse(generation: string): { version: number; build: number } {
  const match = /^v(\d+)-(\d+)$/.exec(generation);
  if (!match) throw new Error(`not the name of a generation: ${generation}`);
  return { version: Number(match[1]), build: Number(match[2]) };
}
