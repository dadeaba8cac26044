import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id } from '../../kernel/field.js';

/** The account that verified an address; null when the address is free. */
export interface Email {
  readonly accountId: string | null;
}

/** The message for an address that another account has verified. */
export const EMAIL_TAKEN = 'This email address already belongs to another account. Please log in.';

const FREE: Email = { accountId: null };

const fields = { emailHash: id, accountId: id };
type Claim = DataOf<typeof fields>;
const about = { accountId: 'person' };

export const Email = aggregate('email', {
  id: ({ emailHash }: Claim) => emailHash,
  initial: FREE,
  lastEventIsState: true,
  events: {
    /** The address belongs to this account only, from now on. */
    EmailClaimed: event(fields, '{actor} reserved a verified email address for {accountId}.', about),
    /** The account was deleted. Another account may verify the address. */
    EmailReleased: event(fields, '{actor} freed the email address of {accountId} for other accounts.', about),
  },
}).rules({
  evolve: { EmailClaimed: (_, { accountId }) => ({ accountId }), EmailReleased: () => FREE },
  decide: {
    /** Assign an address to the account that verified it. */
    ClaimEmail(claim: Claim, { accountId }) {
      if (accountId === claim.accountId) return [];
      if (accountId !== null) throw new Rejected('conflict', EMAIL_TAKEN);
      return [{ type: 'EmailClaimed', data: claim }];
    },
    /** Release the address of a deleted account. */
    ReleaseEmail: (claim: Claim, { accountId }) =>
      accountId === claim.accountId ? [{ type: 'EmailReleased', data: claim }] : [],
  },
});
