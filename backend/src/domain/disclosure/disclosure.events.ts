import type { Catalogue } from '../../kernel/event.js';

/** Whose email address it is: of a person of the site, of an admin's login, or of somebody who was invited to have one. */
export type EmailHolder = 'account' | 'admin' | 'invitation';

/** Personal data that an admin asked to see. */
export interface DisclosureEvents {
  /**
   * An admin was shown an email address, which lists mask, or searched for the account with an address. `subjectId` is null if
   * no account has it.
   */
  EmailDisclosed: { actId: string; holder: EmailHolder; subjectId: string | null };
  /** An owner downloaded a list of people with their email addresses. */
  EmailsDisclosed: { actId: string; list: string };
  /** An admin was shown the personal fields of an event, which the audit trail masks. */
  EventDisclosed: { actId: string; eventId: string; type: string };
}

export const disclosureEvents: Catalogue<DisclosureEvents> = {
  EmailDisclosed: {
    version: 1,
    trail: {
      says: '{actor} looked up the email address of {subjectId?nobody with an account}.',
      about: {
        subjectId: { by: 'holder', kinds: { account: 'person', admin: 'admin', invitation: 'invitation' } },
        actId: 'act',
      },
    },
  },
  EmailsDisclosed: {
    version: 1,
    trail: {
      says: '{actor} downloaded the list {list|words} with email addresses.',
      about: { actId: 'act' },
    },
  },
  EventDisclosed: {
    version: 1,
    trail: {
      says: '{actor} looked at what is personal in the event {eventId} ({type|words}).',
      about: { actId: 'act' },
    },
  },
};
