import type { Catalogue } from './event.js';

/** The kernel's own events. Views and reactions have no use for them. */
export interface KernelEvents {
  /** A reaction was added: it handles the events after the position `after`, and none before. */
  ReactionStarted: { name: string; after: number };
}

export const kernelEvents: Catalogue<KernelEvents> = {
  ReactionStarted: { version: 1 },
};
