import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { derivedId } from '../../kernel/derived-id.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, personal, text } from '../../kernel/field.js';
import { NOBODY } from '../admin/person.js';
import { type Decider, noteOf, refuseOwn, shortText } from '../moderation/self-decision.js';
import { type GivenReason, ReasonCode, REASONS } from '../moderation/reasons.js';
import {
  type Account,
  type OfAccount,
  STRIKE_STEPS,
  StrikeStep,
  Suspension,
  requireAccount,
} from './account-state.js';

/** Decisions against a person: suspensions and strikes, and lifting them; and what admins note about a person. */

const lifting = { accountId: id, suspensionId: id, reason: text };
const about = { accountId: 'person' };
const aboutSuspension = { ...about, suspensionId: 'act' };
const aboutAct = { ...about, actId: 'act' };

export const sanctionEvents = {
  /** The person may read but not write, until this suspension is lifted or ends. */
  AccountSuspended: event(
    { accountId: id, ...Suspension.properties },
    '{actor} suspended {accountId} until {endsAt|time?it is lifted} ({code|reason?disputed payment}){hidesPosts?, with all posts hidden:}.',
    aboutSuspension,
  ),
  /** A suspension was lifted. The person may write again when no other one is open. */
  AccountRestored: event(lifting, '{actor} lifted a suspension of {accountId}.', aboutSuspension),
  /** An admin gave the person a strike. A suspension that it leads to has the id of the act. */
  AccountStruck: event(
    {
      accountId: id,
      actId: id,
      step: StrikeStep,
      reason: ReasonCode,
      /** For the person; null once their key has been destroyed. */
      note: personal('accountId', text),
    },
    '{actor} gave {accountId} a strike: {step|words} ({reason|reason}).',
    aboutAct,
  ),
  /** A strike was undone: the next one takes its step again. */
  StrikeUndone: event(
    { accountId: id, actId: id, because: personal('accountId', text) },
    '{actor} took a strike back from {accountId}.',
    aboutAct,
  ),
  /** An admin wrote a note about the person for other admins; null once the person's key has been destroyed. */
  AccountNoted: event(
    { accountId: id, noteId: id, text: personal('accountId', text) },
    '{actor} wrote a note for other admins about {accountId}.',
    about,
  ),
};

export const sanctionFolds = {
  AccountSuspended: (state, { accountId: _, ...suspension }) => ({
    ...state,
    suspensions: [...state.suspensions, suspension],
  }),
  AccountRestored: (state, { suspensionId }) => ({
    ...state,
    suspensions: state.suspensions.filter((known) => known.suspensionId !== suspensionId),
  }),
  AccountStruck: (state, { actId, step }) => ({ ...state, strikes: [...state.strikes, { actId, step }] }),
  StrikeUndone: (state, { actId }) => ({
    ...state,
    strikes: state.strikes.filter((strike) => strike.actId !== actId),
    undoneStrikes: [...state.undoneStrikes, actId],
  }),
  AccountNoted: (state, { noteId }) => ({ ...state, notes: [...state.notes, noteId] }),
} satisfies Evolve<Account, typeof sanctionEvents>;

type Suspended = OfAccount & Suspension & { readonly decider?: Decider; readonly now?: undefined };

export interface SuspendedByAdmin extends OfAccount, Suspension {
  readonly decider: Decider;
  readonly now: string;
  readonly code: ReasonCode;
  readonly note: string;
}

export interface OfStrike extends OfAccount {
  readonly actId: string;
  readonly decider: Decider;
}

export interface OfNote extends OfAccount {
  readonly noteId: string;
}

const WEEK_MS = 7 * 24 * 60 * 60_000;

export const sanctionRules = {
  /**
   * Suspend a person: they may read but not write. They see the reason. Idempotent by the suspension, and one that an admin
   * asks for `now` (ISO 8601) by what it says: reason, note, end, and whether it hides posts.
   */
  SuspendAccount(command: Suspended | SuspendedByAdmin, account) {
    // The server itself decides about disputes.
    const { decider = NOBODY, now: _, ...suspension } = command;
    requireAccount(account);
    refuseOwn(decider, suspension.accountId);
    if (isSuspendedBy(account, suspension.suspensionId)) return [];
    if (command.now === undefined) return [{ type: 'AccountSuspended', data: suspension }];
    const { code: reason, endsAt, note } = command;
    if (endsAt !== null && endsAt <= command.now) {
      throw new Rejected('invalid', 'The end of a suspension is in the future.');
    }
    const data = { ...suspension, note: noteOf({ reason, note }) };
    return account.suspensions.some((known) => isSame(known, data))
      ? []
      : [{ type: 'AccountSuspended', data }];
  },
  /** Lift a suspension of a person. */
  RestoreAccount(
    // The server itself ends a suspension.
    { decider = NOBODY, ...data }: DataOf<typeof lifting> & { readonly decider?: Decider },
    account,
  ) {
    requireAccount(account);
    refuseOwn(decider, data.accountId);
    return isSuspendedBy(account, data.suspensionId) ? [{ type: 'AccountRestored', data }] : [];
  },
  /** Give a person the next step of the ladder of strikes, at `now` (ISO 8601). Idempotent by the act. */
  StrikeAccount({ decider, now, ...given }: OfStrike & GivenReason & { readonly now: string }, account) {
    requireAccount(account);
    const { accountId, actId, reason } = given;
    refuseOwn(decider, accountId);
    if (account.undoneStrikes.includes(actId) || hasStrike(account, actId)) return [];
    const note = noteOf(given);
    const step = nextStep(account);
    const struck = { type: 'AccountStruck', data: { accountId, actId, step, reason, note } } as const;
    if (step === 'warning') return [struck];
    const suspension = {
      suspensionId: actId,
      cause: 'moderation',
      reason: REASONS[reason].label,
      endsAt: step === 'week' ? new Date(Date.parse(now) + WEEK_MS).toISOString() : null,
      code: reason,
      note,
      hidesPosts: false,
    } as const;
    return [struck, { type: 'AccountSuspended', data: { accountId, ...suspension } }];
  },
  /** Take a strike back, with the suspension that it led to. */
  UndoStrike({ accountId, actId, decider, because }: OfStrike & { readonly because: string }, account) {
    requireAccount(account);
    refuseOwn(decider, accountId);
    if (!hasStrike(account, actId)) return [];
    const undone = { type: 'StrikeUndone', data: { accountId, actId, because } } as const;
    return isSuspendedBy(account, actId)
      ? [undone, { type: 'AccountRestored', data: { accountId, suspensionId: actId, reason: because } }]
      : [undone];
  },
  /** Write a note about a person, for other admins. Idempotent by its id. */
  NoteOnAccount(
    { decider, text: note, ...of }: OfNote & { readonly decider: Decider; readonly text: string },
    account,
  ) {
    requireAccount(account);
    refuseOwn(decider, of.accountId);
    const data = { ...of, text: shortText(note) };
    if (data.text === '') throw new Rejected('invalid', 'Please write something first.');
    return account.notes.includes(of.noteId) ? [] : [{ type: 'AccountNoted', data }];
  },
} satisfies Rules<Account, typeof sanctionEvents>;

/** The id of the act by which a suspension hides a post. */
export function hidingId(suspensionId: string, postId: string): string {
  return derivedId(suspensionId, postId);
}

function isSame(one: Suspension, other: Suspension): boolean {
  const fields = ['cause', 'code', 'note', 'endsAt', 'hidesPosts'] as const;
  return fields.every((field) => one[field] === other[field]);
}

/** The step that the next strike takes. The last one repeats. */
function nextStep({ strikes }: Account): StrikeStep {
  return STRIKE_STEPS[Math.min(strikes.length, STRIKE_STEPS.length - 1)] ?? 'permanent';
}

function hasStrike({ strikes }: Account, actId: string): boolean {
  return strikes.some((strike) => strike.actId === actId);
}

function isSuspendedBy({ suspensions }: Account, suspensionId: string): boolean {
  return suspensions.some((known) => known.suspensionId === suspensionId);
}
