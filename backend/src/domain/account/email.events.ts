import type { Catalogue } from '../catalogue.js';

export interface EmailEvents {
  /** An address belongs to this account from now on, and to no other. */
  EmailClaimed: { emailHash: string; accountId: string };
}

export const emailEvents: Catalogue<EmailEvents> = {
  EmailClaimed: { version: 1 },
};
