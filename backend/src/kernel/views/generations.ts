import type { Projection } from '../projection.js';
import type { DocumentStore } from '../document-store.js';
import { nextGeneration, versionOf } from './generation.js';
import type { KernelLogger } from '../logger.js';

/** The generations of views that the store has: which one queries are to read, and which ones are kept. */
export class Generations {
  constructor(
    private readonly store: DocumentStore,
    private readonly logger: KernelLogger,
  ) {}

  /**
   * The one that queries are to read; null when there is none. Where a later program has built one of its own version and
   * this program is the one before, its own generation is still there: queries go back to it, and it catches up.
   */
  async present({ name, version }: Projection<object>): Promise<string | null> {
    const current = await this.store.current(name);
    if (current === null || versionOf(current) === version) return current;
    const previous = await this.store.previous(name);
    if (previous === null || versionOf(previous) !== version) return current;
    if (!(await this.store.generations(name)).includes(previous)) return current;
    await this.store.flip(name, current, previous);
    this.logger.info({ view: name, generation: previous }, 'queries read the generation before again');
    return previous;
  }

  /** The name of one that is to be built: a new one, also where what the pointer names is missing. */
  async fresh({ name, version }: Projection<object>): Promise<string> {
    const current = await this.store.current(name);
    const known = await this.store.generations(name);
    return nextGeneration(version, current === null ? known : [...known, current]);
  }

  /**
   * Points at the generation that queries are to read from now on, and answers the one before.
   * @throws Error when somebody else has switched the view meanwhile
   */
  async switch(name: string, to: string): Promise<string | null> {
    const before = await this.store.current(name);
    if (await this.store.flip(name, before, to)) return before;
    throw new Error(`somebody else has switched ${name} meanwhile`);
  }

  /** Drops all generations of a view but these. */
  async keepOnly(name: string, kept: readonly (string | null)[]): Promise<void> {
    for (const generation of await this.store.generations(name)) {
      if (!kept.includes(generation)) await this.store.drop(name, generation);
    }
  }
}
