import type { Catalogue } from './event.js';

/** The events of the kernel. Views and reactions do not subscribe to them. */
export interface KernelEvents {
  /** The first start on this log. `log` is the id of the log, `format` the format of its events. */
  LogCreated: { log: string; format: number };
  /** From now on `owner`, a data folder or database, uses this log. `place` is its path and host, for messages. */
  LogClaimed: { owner: string; place: string };
  /** A reaction was added. It handles the events after the position `after`. */
  ReactionStarted: { name: string; after: number };
  /**
   * The log was restored from a backup that was begun at `takenAt` and ends at the position `head`. `erasures`: whether the
   * people who were erased later were erased again, from the list of erasures.
   */
  LogRestored: { takenAt: string; head: number; erasures: boolean };
}

export const kernelEvents: Catalogue<KernelEvents> = {
  LogCreated: {
    version: 1,
    trail: { says: '{actor} started this log in the format {format} with the id {log}.' },
  },
  LogClaimed: { version: 1, trail: { says: '{actor} took the log over for {place}.' } },
  ReactionStarted: {
    version: 1,
    trail: { says: '{actor} added the reaction {name|words}, which handles events after position {after}.' },
  },
  LogRestored: {
    version: 1,
    trail: {
      says: '{actor} restored this log from the backup of {takenAt|time}, which ends at position {head}, {erasures?and erased again who was erased later:without a list of who was erased later}.',
    },
  },
};
