import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './email.commands.js';
import { emailEvents } from './email.events.js';

/** The account that verified an address; null when the address is free. */
export interface Email {
  readonly accountId: string | null;
}

/** The message for an address that another account has verified. */
export const EMAIL_TAKEN = 'This email address already belongs to another account. Please log in.';

const claimEmail = (claim: commands.ClaimEmail, email: Email): EventOf<typeof emailEvents>[] => {
  if (email.accountId === claim.accountId) return [];
  if (email.accountId !== null) {
    throw new Rejected('conflict', EMAIL_TAKEN);
  }
  return [{ type: 'EmailClaimed', data: claim }];
};

const releaseEmail = (release: commands.ReleaseEmail, email: Email): EventOf<typeof emailEvents>[] =>
  email.accountId === release.accountId ? [{ type: 'EmailReleased', data: release }] : [];

type Key = commands.ClaimEmail | commands.ReleaseEmail;

const initial: Email = { accountId: null };

export const Email = aggregate('email', {
  id: ({ emailHash }: Key) => emailHash,
  initial,
  lastEventIsState: true,
  events: emailEvents,
}).rules({
  evolve: {
    EmailClaimed: (_, { accountId }) => ({ accountId }),
    EmailReleased: () => ({ accountId: null }),
  },
  decide: { ClaimEmail: claimEmail, ReleaseEmail: releaseEmail },
});
