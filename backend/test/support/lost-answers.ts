import { EventLogUnavailableError, type NewEvent } from '../../src/kernel/event-log.js';
import type { EventMetadata } from '../../src/kernel/event.js';
import type { RunningApp } from './app.js';

/** The log of an app, which can lose the answer to an append: the events are written, and the writer does not learn it. */
export class LostAnswers {
  /** The types of the events that requests have written, by request id and then event id. */
  private readonly written = new Map<string, Map<string, string>>();
  private left = Number.POSITIVE_INFINITY;

  private constructor() {}

  static in(app: RunningApp): LostAnswers {
    const { log } = app.adapters.storage;
    const append = log.append.bind(log);
    const answers = new LostAnswers();
    log.append = async (stream, expected, events) => {
      const appended = await append(stream, expected, events);
      if (answers.note(events)) throw new EventLogUnavailableError('the answer was lost');
      return appended;
    };
    return answers;
  }

  /** Loses the answer to the n-th append of a request from now on, counted from 1. */
  lose(n: number): void {
    this.left = n;
  }

  /** Loses no answer any more. */
  loseNone(): void {
    this.left = Number.POSITIVE_INFINITY;
  }

  /** Whether the answer was lost that was to be. */
  get hasLost(): boolean {
    return this.left <= 0;
  }

  /** The types of the events that a request has written. */
  typesOf(requestId: string): string[] {
    return [...(this.written.get(requestId)?.values() ?? [])];
  }

  private note(events: readonly NewEvent[]): boolean {
    const [first] = events;
    const requestId = (first?.metadata as EventMetadata | undefined)?.requestId;
    if (!requestId) return false;
    const written = this.written.get(requestId) ?? new Map<string, string>();
    for (const { id, type } of events) written.set(id, type);
    this.written.set(requestId, written);
    this.left -= 1;
    return this.left === 0;
  }
}
