import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const emailEvents = {
  /** The address belongs to this account only, from now on. */
  EmailClaimed: event({
    version: 1,
    data: {
      emailHash: id,
      accountId: id,
    },
    trail: {
      says: '{actor} reserved a verified email address for {accountId}.',
      about: { accountId: 'person' },
    },
  }),
  /** The account was deleted. Another account may verify the address. */
  EmailReleased: event({
    version: 1,
    data: {
      emailHash: id,
      accountId: id,
    },
    trail: {
      says: '{actor} freed the email address of {accountId} for other accounts.',
      about: { accountId: 'person' },
    },
  }),
};

export type EmailEvents = EventsOf<typeof emailEvents>;
