import type { DomainEvents } from '../events.js';
import { MODERATORS, OWNERS, PLAIN, type RowOf, undoneBy } from './row-facts.js';

type PeopleKind = 'RaterExcluded' | 'AccountSuspended' | 'AccountStruck';

/** The acts on people. */
export const PEOPLE_ACTS = {
  RaterExcluded: {
    ...PLAIN,
    name: 'Rater excluded',
    subject: 'rater',
    roles: MODERATORS,
    undo: { event: 'RaterIncluded', roles: MODERATORS, of: undoneBy },
    of: ({ userId, actId, note }: DomainEvents['RaterExcluded']) => ({
      actId,
      subjectId: userId,
      ownerId: userId,
      reason: null,
      note,
    }),
  },
  AccountStruck: {
    ...PLAIN,
    name: 'Account struck',
    subject: 'account',
    roles: OWNERS,
    isAgainst: true,
    undo: { event: 'StrikeUndone', roles: OWNERS, of: undoneBy },
    told: { as: 'struck', sentence: 'You got a strike', appeal: 'strike' },
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
    },
    told: { as: 'suspended', sentence: 'Your account was suspended', appeal: 'suspension' },
    // Disputes suspend, too. A suspension by a strike has the id of the strike and is part of it.
    of: ({ accountId, suspensionId, cause, code, note }: DomainEvents['AccountSuspended']) =>
      cause === 'moderation'
        ? { actId: suspensionId, subjectId: accountId, ownerId: accountId, reason: code, note }
        : null,
  },
} as const satisfies { readonly [Kind in PeopleKind]: RowOf<Kind> };
