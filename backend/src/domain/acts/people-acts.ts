import type { Command } from '../../kernel/aggregate.js';
import { Account } from '../account/account.js';
import type { DomainEvents } from '../events.js';
import { Rater } from '../rating/rater.js';
import { FINANCE, MODERATORS, type OfAct, OWNERS, PLAIN, type RowOf, undoneBy } from './act.js';
import type { Disclosure } from '../disclosure/disclosure.js';

const raterOf = ({ subjectId: userId, actId, decider }: OfAct) => ({ userId, actId, decider });

type PeopleKind = 'RaterExcluded' | 'AccountSuspended' | 'AccountStruck' | 'ProfileWithheld';

/** The acts on people. */
export const PEOPLE_ACTS = {
  RaterExcluded: {
    ...PLAIN,
    name: 'Rater excluded',
    subject: 'rater',
    roles: MODERATORS,
    do: (act): Command => Rater.ExcludeRater({ ...raterOf(act), note: act.note }),
    undo: {
      event: 'RaterIncluded',
      roles: MODERATORS,
      of: undoneBy,
      do: (act): Command => Rater.IncludeRater({ ...raterOf(act), because: act.because }),
    },
    of: ({ userId, actId, note }: DomainEvents['RaterExcluded']) => ({
      actId,
      subjectId: userId,
      ownerId: userId,
      reason: null,
      note,
    }),
  },
  ProfileWithheld: {
    ...PLAIN,
    name: 'Profile withheld',
    subject: 'account',
    roles: MODERATORS,
    isAgainst: true,
    undo: {
      event: 'ProfileWithholdingUndone',
      roles: MODERATORS,
      of: undoneBy,
      do: ({ subjectId: accountId, actId, decider, because }): Command =>
        Account.UndoWithholding({ accountId, actId, decider, because }),
    },
    told: { as: 'withheld', sentence: 'Part of your profile was withheld', means: null, appeal: 'profile' },
    of: ({ accountId, actId, reason, note }: DomainEvents['ProfileWithheld']) => ({
      actId,
      subjectId: accountId,
      ownerId: accountId,
      reason,
      note,
    }),
  },
  AccountStruck: {
    ...PLAIN,
    name: 'Account struck',
    subject: 'account',
    roles: OWNERS,
    isAgainst: true,
    undo: {
      event: 'StrikeUndone',
      roles: OWNERS,
      of: undoneBy,
      do: ({ subjectId: accountId, actId, decider, because }): Command =>
        Account.UndoStrike({ accountId, actId, decider, because }),
    },
    told: { as: 'struck', sentence: 'You got a strike', means: null, appeal: 'strike' },
    of: ({ accountId, actId, reason, note }: DomainEvents['AccountStruck']) => ({
      actId,
      subjectId: accountId,
      ownerId: accountId,
      reason,
      note,
    }),
  },
  AccountSuspended: {
    ...PLAIN,
    name: 'Account suspended',
    subject: 'account',
    roles: OWNERS,
    isAgainst: true,
    undo: {
      event: 'AccountRestored',
      roles: OWNERS,
      // A suspension that has ended is recorded without an admin.
      isByAdmin: true,
      of: ({ suspensionId, reason }: DomainEvents['AccountRestored']) => ({
        actId: suspensionId,
        because: reason,
      }),
      do: ({ subjectId: accountId, actId: suspensionId, decider, because: reason }): Command =>
        Account.RestoreAccount({ accountId, suspensionId, reason, decider }),
    },
    told: { as: 'suspended', sentence: 'Your account was suspended', means: null, appeal: 'suspension' },
    // Disputes suspend, too. A suspension by a strike has the id of the strike and is part of it.
    of: ({ accountId, suspensionId, cause, code, note }: DomainEvents['AccountSuspended']) =>
      cause === 'moderation'
        ? { actId: suspensionId, subjectId: accountId, ownerId: accountId, reason: code, note }
        : null,
  },
} as const satisfies { readonly [Kind in PeopleKind]: RowOf<Kind> };

const seen = { ...PLAIN, undo: { event: null, why: 'What was seen cannot be unseen.' } } as const;
const ofEmails = { ...seen, subject: 'email' } as const;

/** What admins were shown, which moderators do not see. */
export const DISCLOSURES = {
  EmailDisclosed: {
    ...ofEmails,
    name: 'Email looked up',
    roles: FINANCE,
    of: ({ actId, holder, subjectId }: DomainEvents['EmailDisclosed']) => ({
      actId,
      subjectId: subjectId ?? 'nobody',
      ownerId: holder === 'account' ? subjectId : null,
      reason: null,
      note: null,
    }),
  },
  EmailsDisclosed: {
    ...ofEmails,
    name: 'List with emails downloaded',
    roles: OWNERS,
    of: ({ actId, list }: DomainEvents['EmailsDisclosed']) => ({
      actId,
      subjectId: list,
      ownerId: null,
      reason: null,
      note: null,
    }),
  },
  EventDisclosed: {
    ...seen,
    subject: 'event',
    name: 'Event looked into',
    roles: FINANCE,
    of: ({ actId, eventId, holder, subjectId }: DomainEvents['EventDisclosed']) => ({
      actId,
      subjectId: eventId,
      ownerId: (holder === 'account' && subjectId) || null,
      reason: null,
      note: null,
    }),
  },
} as const satisfies { readonly [Kind in keyof typeof Disclosure.events]: RowOf<Kind> };
