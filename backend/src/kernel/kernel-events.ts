import type { Catalogue } from './event.js';

/** The events of the kernel. Views and reactions do not subscribe to them. */
export interface KernelEvents {
  /** The first start on this log. `log` is the id of the log, `format` the format of its events. */
  LogCreated: { log: string; format: number };
  /** From now on `owner`, a data folder or database, uses this log. `place` is its path and host, for messages. */
  LogClaimed: { owner: string; place: string };
  /** A program that writes new types of events, or newer versions, used this log. `versions` has these types. */
  ProgramUpgraded: { program: string; versions: Readonly<Record<string, number>> };
  /** A reaction was added. It handles the events after the position `after`. */
  ReactionStarted: { name: string; after: number };
}

export const kernelEvents: Catalogue<KernelEvents> = {
  LogCreated: {
    version: 1,
    trail: { says: '{actor} started this log in the format {format} with the id {log}.' },
  },
  LogClaimed: { version: 1, trail: { says: '{actor} took the log over for {place}.' } },
  ProgramUpgraded: {
    version: 1,
    trail: { says: '{actor} used this log with the version {program} of the program.' },
  },
  ReactionStarted: {
    version: 1,
    trail: { says: '{actor} added the reaction {name|words}, which handles events after position {after}.' },
  },
};
