import { Scrubber } from '../scrubber.js';
import type { Projector } from './projector.js';

/** A store of its own that keeps traces of what it has removed until it is scrubbed. */
export interface ScrubbedStore {
  scrub(): Promise<void>;
}

/** Scrubs the views first, which takes long and may fail, and then the other stores. */
export class ViewScrubber extends Scrubber {
  constructor(
    private readonly projector: Projector,
    private readonly others: readonly ScrubbedStore[],
  ) {
    super();
  }

  async scrub(): Promise<void> {
    await this.projector.scrub();
    for (const store of this.others) await store.scrub();
  }
}
