import { Rejected } from '../../kernel/aggregate.js';
import { type GivenReason, LONGEST_NOTE } from './reasons.js';

/** Who decides about content: the account that belongs to the admin's login, null without one. */
export interface Decider {
  readonly accountId: string | null;
}

/** No admin decides on what they posted or reported. @throws Rejected (forbidden) */
export function refuseOwn({ accountId }: Decider, ...concerned: readonly string[]): void {
  if (accountId !== null && concerned.includes(accountId)) {
    throw new Rejected('forbidden', 'You cannot decide about your own content. Another admin has to.');
  }
}

/** The note of a decision, trimmed. @throws Rejected (invalid) if it is too long, or is missing for `other` */
export function noteOf({ reason, note }: GivenReason): string {
  const trimmed = shortText(note);
  if (reason === 'other' && trimmed === '') throw new Rejected('invalid', 'Please describe the reason.');
  return trimmed;
}

/** A text of at most {@link LONGEST_NOTE} characters, trimmed. @throws Rejected (invalid) if it is longer */
export function shortText(text: string): string {
  return trimmedTo(LONGEST_NOTE, text, 'A note');
}

/** `text` without space around it. @throws Rejected (invalid) if it has more than `most` characters; an emoji counts as one */
export function trimmedTo(most: number, text: string, what: string): string {
  const trimmed = text.trim();
  if ([...trimmed].length > most) throw new Rejected('invalid', `${what} has at most ${most} characters`);
  return trimmed;
}
