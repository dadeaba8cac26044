import { messageOf } from '../error-message.js';
import type { Recorded } from '../event.js';
import { NotYetKnownError } from '../reaction.js';
import type { Undecodable } from '../undecodable.js';

/** An event that a reaction could not handle, or that queues behind such an event. Times are ISO 8601. */
export interface WaitingEvent {
  readonly reaction: string;
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  /** The revision of the event in its stream, or an earlier one if it is unknown. */
  readonly revision: number;
  readonly position: number;
  readonly sequence: string;
  /** The number of attempts; 0 for an event that queues or can't be decoded. */
  readonly tries: number;
  /** Why the last attempt failed; null for an event that queues. */
  readonly reason: string | null;
  /** The time of the first attempt, or when it was added to the list if there was none. */
  readonly since: string;
  /** When it is retried; null while it is parked. */
  readonly dueAt: string | null;
  readonly isUndecodable: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const PAUSES = [10 * SECOND, MINUTE, 10 * MINUTE, HOUR];
const MOST_TRIES = 5;
const NOT_YET_KNOWN_FOR = 72 * HOUR;
const LONGEST_REASON = 300;

/** An event that queues behind an earlier one of its sequence. It is due as soon as it is the first. */
export function queued(reaction: string, sequence: string, event: Recorded, now: Date): WaitingEvent {
  const { id, type, stream, revision, position } = event;
  const since = now.toISOString();
  const facts = { reaction, id, type, stream, revision, position, sequence };
  return { ...facts, tries: 0, reason: null, since, dueAt: since, isUndecodable: false };
}

/** An event that can't be decoded is parked at once. Its sequence is unknown, so the stream is used. */
export function undecodable(reaction: string, item: Undecodable, now: Date): WaitingEvent {
  const { id, type, stream, position, reason } = item;
  const facts = { reaction, id, type, stream, revision: 0, position, sequence: stream };
  return { ...facts, tries: 0, reason, since: now.toISOString(), dueAt: null, isUndecodable: true };
}

/** The event after a first try that gave up early, which does not count: due at once, for a long one. */
export function hurried(waiting: WaitingEvent, error: unknown, now: Date): WaitingEvent {
  const since = now.toISOString();
  return { ...waiting, reason: reasonOf(error), since, dueAt: since };
}

/** The event after a failed attempt: due after a growing pause, or parked after the last attempt. */
export function failed(waiting: WaitingEvent, error: unknown, now: Date): WaitingEvent {
  const tries = waiting.tries + 1;
  const since = waiting.tries === 0 ? now.toISOString() : waiting.since;
  const isOver =
    error instanceof NotYetKnownError
      ? now.getTime() - Date.parse(since) >= NOT_YET_KNOWN_FOR
      : tries >= MOST_TRIES;
  const pause = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? HOUR;
  const dueAt = isOver ? null : new Date(now.getTime() + pause).toISOString();
  return { ...waiting, tries, reason: reasonOf(error), since, dueAt, isUndecodable: false };
}

export function parkedAsUndecodable(waiting: WaitingEvent, reason: string): WaitingEvent {
  return { ...waiting, reason, dueAt: null, isUndecodable: true };
}

/** An event that is due now, with all its attempts again. */
export function released(waiting: WaitingEvent, now: Date): WaitingEvent {
  return { ...waiting, tries: 0, dueAt: now.toISOString() };
}

export function isDue({ dueAt }: WaitingEvent, now: Date): boolean {
  return dueAt !== null && Date.parse(dueAt) <= now.getTime();
}

function reasonOf(error: unknown): string {
  return messageOf(error).slice(0, LONGEST_REASON);
}
