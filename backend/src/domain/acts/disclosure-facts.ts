import type { Disclosure } from '../disclosure/disclosure.js';
import type { DomainEvents } from '../events.js';
import { FINANCE, OWNERS, PLAIN, type RowOf } from './row-facts.js';

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
