import type { Projection } from '../projection.js';
import type { DocumentStore } from '../document-store.js';
import type { KernelLogger } from '../logger.js';

/** What other processes of the site do with generations. */
export interface OtherGenerations {
  /** Whether another process may read or build generations of this version of a view. */
  readonly isRead: (name: string, version: number) => Promise<boolean>;
  /** The generation of this version that a process folds, or has folded last; null if none has. */
  readonly folded: (projection: Projection<object>) => Promise<string | null>;
}

/** The generations of views in the store: which one queries read, and which ones are kept. */
export class Generations {
  /** The names, by view, of builds that ended early or were thrown away. Late writes may still come for them. */
  private readonly retired = new Map<string, string[]>();
  /** Builds that {@link keepOnly} keeps, each as view and generation. */
  private readonly held = new Set<string>();

  /**
   * @param others null for a process that is alone. Else it only touches generations of its own version and of versions that
   * nobody reads, and leaves the pointer to builds.
   */
  constructor(
    private readonly store: DocumentStore,
    private readonly logger: KernelLogger,
    private readonly others: OtherGenerations | null = null,
  ) {}

  /** Whether other processes read and build generations, too. */
  get areShared(): boolean {
    return this.others !== null;
  }

  /**
   * The generation that queries read; null if there is none. After a rollback of the program, the previous generation still
   * has the version of this program. Then queries go back to it, and it catches up.
   */
  async present(projection: Projection<object>): Promise<string | null> {
    const { name, version } = projection;
    const folded = await this.others?.folded(projection);
    if (folded && (await this.store.generations(name)).includes(folded)) return folded;
    const current = await this.store.current(name);
    if (current === null || versionOf(current) === version) return current;
    const previous = await this.store.previous(name);
    if (previous === null || versionOf(previous) !== version) return current;
    if (!(await this.store.generations(name)).includes(previous)) return current;
    if (this.others) return previous;
    await this.store.flip(name, current, previous);
    this.logger.info({ view: name, generation: previous }, 'queries read the generation before again');
    return previous;
  }

  /**
   * A new name for the next build, also if the current generation is missing. The one that the row of progress names may be
   * dropped: its position there is not that of the new build.
   */
  async fresh(projection: Projection<object>): Promise<string> {
    const { name, version } = projection;
    const named = [await this.store.current(name), (await this.others?.folded(projection)) ?? null];
    const known = [...named.filter((one) => one !== null), ...(this.retired.get(name) ?? [])];
    return nextGeneration(version, [...(await this.store.generations(name)), ...known]);
  }

  /** Drops a generation. No later build of this process has its name. */
  async retire(name: string, generation: string): Promise<void> {
    this.retired.set(name, [...(this.retired.get(name) ?? []), generation]);
    await this.store.drop(name, generation);
  }

  /** Drops the builds of a view that a killed process has left. No build of this version may run. */
  async sweep(projection: Projection<object>): Promise<void> {
    const { name, version } = projection;
    const folded = await this.others?.folded(projection);
    const kept = new Set([await this.store.current(name), await this.store.previous(name), folded]);
    for (const generation of await this.droppable(name, version)) {
      if (!kept.has(generation)) await this.retire(name, generation);
    }
  }

  /** Those of this version, and of versions that no other process reads. */
  private async droppable(name: string, version: number): Promise<readonly string[]> {
    const droppable: string[] = [];
    for (const generation of await this.store.generations(name)) {
      const other = versionOf(generation);
      if (other === version || !(await this.others?.isRead(name, other))) droppable.push(generation);
    }
    return droppable;
  }

  /** Keeps a generation that queries do not read while `work` uses it, whatever happens to the others, and then drops it. */
  async using<Result>(name: string, generation: string, work: () => Promise<Result>): Promise<Result> {
    const held = `${name} ${generation}`;
    this.held.add(held);
    try {
      return await work();
    } finally {
      this.held.delete(held);
      await this.retire(name, generation);
    }
  }

  /**
   * Points queries at a generation. Returns the previous one.
   * @throws Error when another process has switched the view meanwhile
   */
  async switch(name: string, to: string): Promise<string | null> {
    const before = await this.store.current(name);
    if (await this.store.flip(name, before, to)) return before;
    throw new Error(`another process has switched ${name}`);
  }

  /** Drops all other generations of a view. */
  async keepOnly({ name, version }: Projection<object>, kept: readonly (string | null)[]): Promise<void> {
    for (const generation of await this.droppable(name, version)) {
      const isKept = kept.includes(generation) || this.held.has(`${name} ${generation}`);
      if (!isKept) await this.store.drop(name, generation);
    }
  }
}

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
