import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const emailEvents = {
  /** The address belongs to this account only, from now on. */
  EmailClaimed: event(
    {
      emailHash: id,
      accountId: id,
    },
    '{actor} reserved a verified email address for {accountId}.',
    { accountId: 'person' },
  ),
  /** The account was deleted. Another account may verify the address. */
  EmailReleased: event(
    {
      emailHash: id,
      accountId: id,
    },
    '{actor} freed the email address of {accountId} for other accounts.',
    { accountId: 'person' },
  ),
};

export type EmailEvents = EventsOf<typeof emailEvents>;
