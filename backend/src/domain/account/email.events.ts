import type { Catalogue } from '../../kernel/event.js';

export interface EmailEvents {
  /** The address belongs to this account only, from now on. */
  EmailClaimed: { emailHash: string; accountId: string };
  /** The account was deleted. Another account may verify the address. */
  EmailReleased: { emailHash: string; accountId: string };
}

export const emailEvents: Catalogue<EmailEvents> = {
  EmailClaimed: {
    version: 1,
    trail: {
      says: '{actor} reserved a verified email address for {accountId}.',
      about: { accountId: 'person' },
    },
  },
  EmailReleased: {
    version: 1,
    trail: {
      says: '{actor} freed the email address of {accountId} for other accounts.',
      about: { accountId: 'person' },
    },
  },
};
