import type { Catalogue } from './event.js';

/** The kernel's own events. Views and reactions have no use for them. */
export interface KernelEvents {
  /** The first start on this log: `log` is its id from then on. */
  LogCreated: { log: string };
  /** From now on the data folder or database `owner` works on this log; `place` is where it lay, for people. */
  LogClaimed: { owner: string; place: string };
  /** A reaction was added: it handles the events after the position `after`, and none before. */
  ReactionStarted: { name: string; after: number };
}

export const kernelEvents: Catalogue<KernelEvents> = {
  LogCreated: { version: 1 },
  LogClaimed: { version: 1 },
  ReactionStarted: { version: 1 },
};
