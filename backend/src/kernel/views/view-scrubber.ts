import { Scrubber } from '../scrubber.js';
import type { Projector } from './projector.js';

/** A store that keeps traces of removed data until it is scrubbed. */
export interface ScrubbedStore {
  scrub(): Promise<void>;
}

/** Scrubs the views, which takes longest and may fail, and then the other stores. */
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
