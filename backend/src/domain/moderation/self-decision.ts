import { Rejected } from '../../kernel/aggregate.js';
import type { Person } from '../admin/person.js';
import { type GivenReason, LONGEST_NOTE } from './reasons.js';

/** Who decides. */
export interface Decider extends Person {
  /** Accounts that the decision concerns beside those that its stream knows, such as who reported the post. */
  readonly concerned?: readonly string[];
}

/** The decision concerns the one who decides. */
export class OwnSubject extends Rejected {
  /** @param concerned the accounts that it concerns */
  constructor(
    what: 'content' | 'payment',
    readonly concerned: readonly string[],
  ) {
    super('forbidden', `You cannot decide about your own ${what}. Another admin has to.`, 'own_subject');
  }
}

/**
 * The one rule that nobody decides about themselves: not about what they posted, wrote, reported, appealed or paid, and
 * not about their account. @throws OwnSubject
 */
export function refuseOwn(decider: Decider, ...concerned: readonly (string | null)[]): void {
  refuse('content', decider, concerned);
}

/** As {@link refuseOwn}, for the payment of `userId`; null for one without an account. @throws OwnSubject */
export function refuseOwnPayment(decider: Decider, userId: string | null): void {
  refuse('payment', decider, [userId]);
}

function refuse(
  what: 'content' | 'payment',
  { accountIds, concerned: others = [] }: Decider,
  concerned: readonly (string | null)[],
): void {
  const all = [...concerned, ...others].filter((accountId) => accountId !== null);
  if (accountIds.some((accountId) => all.includes(accountId))) throw new OwnSubject(what, all);
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
