import type { LoggedEvent, Position } from '../event-log.js';
import type { QuarantinedStreams } from '../undecodable.js';

/** What an event of the log means to visitors, by its type. */
export interface Hiding {
  /** The types after which a thing is not public. */
  readonly hides: ReadonlySet<string>;
  /** The types after which it may be again. */
  readonly shows: ReadonlySet<string>;
}

/**
 * Things that an event has hidden and that views still show, because nobody folds them at the moment. They are known by the
 * stream of the event, as those in quarantine are.
 */
export class HiddenStreams implements QuarantinedStreams {
  private readonly since = new Map<string, Position>();

  /** @param seen the position up to which the views show all events */
  constructor(
    private readonly meaning: Hiding,
    private readonly seen: () => Position,
  ) {}

  /** Notes events that were read from the log, in its order. */
  see(events: readonly Pick<LoggedEvent, 'type' | 'stream' | 'position'>[]): void {
    for (const { type, stream, position } of events) {
      if (this.meaning.hides.has(type)) this.since.set(stream, position);
      else if (this.meaning.shows.has(type)) this.since.delete(stream);
    }
  }

  get isEmpty(): boolean {
    if (this.since.size === 0) return true;
    const seen = this.seen();
    for (const [stream, position] of this.since) if (position <= seen) this.since.delete(stream);
    return this.since.size === 0;
  }

  has(stream: string): boolean {
    return !this.isEmpty && this.since.has(stream);
  }
}

/** Streams that one of these knows. */
export function eitherOf(one: QuarantinedStreams, other: QuarantinedStreams): QuarantinedStreams {
  return {
    get isEmpty() {
      return one.isEmpty && other.isEmpty;
    },
    has: (stream) => one.has(stream) || other.has(stream),
  };
}
