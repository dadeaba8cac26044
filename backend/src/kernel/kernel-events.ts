import { type EventsOf, event } from './event.js';
import { flag, id, number, optional, record, text, time } from './field.js';

/** The events of the kernel. Only the audit trail subscribes to them. */
export const kernelEvents = {
  /** The first start on this log. `log` is the id of the log, `format` the format of its events: 0 if it is missing. */
  LogCreated: event(
    {
      log: id,
      format: optional(number),
    },
    '{actor} started this log in the format {format} with the id {log}.',
  ),
  /** From now on `owner`, a data folder or database, uses this log. `place` is its path and host, for messages. */
  LogClaimed: event(
    {
      owner: id,
      place: text,
    },
    '{actor} took the log over for {place}.',
  ),
  /** A program that writes new types of events, or newer versions, used this log. `versions` has these types. */
  ProgramUpgraded: event(
    {
      program: id,
      versions: record(number),
    },
    '{actor} used this log with the version {program} of the program.',
  ),
  /** A reaction was added. It handles the events after the position `after`. */
  ReactionStarted: event(
    {
      name: id,
      after: number,
    },
    '{actor} added the reaction {name|words}, which handles events after position {after}.',
  ),
  /**
   * The log was restored from a backup that was begun at `takenAt` and ends at the position `head`. `erasures`: whether the
   * people who were erased later were erased again, from the list of erasures.
   */
  LogRestored: event(
    {
      takenAt: time,
      head: number,
      erasures: flag,
    },
    '{actor} restored this log from the backup of {takenAt|time}, which ends at position {head}, {erasures?and erased again who was erased later:without a list of who was erased later}.',
  ),
};

export type KernelEvents = EventsOf<typeof kernelEvents>;
