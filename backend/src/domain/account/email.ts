import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './email.commands.js';
import type { EmailEvents } from './email.events.js';

/** The account that verified an address; null when the address is free. */
export interface Email {
  readonly accountId: string | null;
}

/** The message for an address that another account has verified. */
export const EMAIL_TAKEN = 'This email address already belongs to another account. Please log in.';

const claimEmail = (claim: commands.ClaimEmail['data'], email: Email): EventOf<EmailEvents>[] => {
  if (email.accountId === claim.accountId) return [];
  if (email.accountId !== null) {
    throw new Rejected('conflict', EMAIL_TAKEN);
  }
  return [{ type: 'EmailClaimed', data: claim }];
};

const releaseEmail = (release: commands.ReleaseEmail['data'], email: Email): EventOf<EmailEvents>[] =>
  email.accountId === release.accountId ? [{ type: 'EmailReleased', data: release }] : [];

export const email: Aggregate<Email, EmailEvents, typeof commands> = {
  category: 'email',
  id: ({ emailHash }) => emailHash,
  initial: { accountId: null },
  lastEventIsState: true,
  commands,
  decide: { ClaimEmail: claimEmail, ReleaseEmail: releaseEmail },
  evolve: {
    EmailClaimed: (_, { accountId }) => ({ accountId }),
    EmailReleased: () => ({ accountId: null }),
  },
};
