import type { Catalogue } from '../../kernel/event.js';

export interface EmailEvents {
  /** An address belongs to this account from now on, and to no other. */
  EmailClaimed: { emailHash: string; accountId: string };
  /** The account is gone; the address may be proved by another. */
  EmailReleased: { emailHash: string; accountId: string };
}

export const emailEvents: Catalogue<EmailEvents> = {
  EmailClaimed: { version: 1 },
  EmailReleased: { version: 1 },
};
