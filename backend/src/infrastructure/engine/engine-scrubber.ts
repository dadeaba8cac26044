import type { SessionStore } from '../sessions/session-store.port.js';
import type { Projector } from './projector.js';
import { Scrubber } from './scrubber.port.js';

/** Scrubs the views first, which takes long and may fail, and then the sessions. */
export class EngineScrubber extends Scrubber {
  constructor(
    private readonly projector: Projector,
    private readonly sessions: SessionStore,
  ) {
    super();
  }

  async scrub(): Promise<void> {
    await this.projector.scrub();
    await this.sessions.scrub();
  }
}
