import { type Aggregate, type EventOf, Rejected } from '../aggregate.js';
import * as commands from './account.commands.js';
import type { AccountEvents, VerificationRequest } from './account.events.js';

/** A person's account, as far as the rules ask. */
export interface Account {
  readonly registered: Pick<AccountEvents['AccountRegistered'], 'email' | 'emailHash' | 'username'> | null;
  /** The newest request; older ones count for nothing. */
  readonly verification: VerificationRequest | null;
  readonly verified: boolean;
}

type DataOf<Name extends keyof typeof commands> = InstanceType<(typeof commands)[Name]>['data'];
type Decision = EventOf<AccountEvents>[];

const registerAccount = (
  { verification, ...facts }: DataOf<'RegisterAccount'>,
  account: Account,
): Decision => {
  if (account.registered) return [];
  const { accountId, email, emailHash, username } = facts;
  return [
    { type: 'AccountRegistered', data: facts },
    { type: 'VerificationRequested', data: { accountId, email, emailHash, username, ...verification } },
  ];
};

const requestVerification = (wish: DataOf<'RequestVerification'>, account: Account): Decision => {
  // Without the address – its key was destroyed – there is nobody left to write to.
  if (!account.registered?.email) throw new Rejected('notFound', 'User not found');
  if (account.verified) return [];
  const { accountId, verification } = wish;
  return [{ type: 'VerificationRequested', data: { accountId, ...account.registered, ...verification } }];
};

const verifyEmail = (shown: DataOf<'VerifyEmail'>, account: Account): Decision => {
  const wanted = account.verification;
  if (wanted?.verificationId !== shown.verificationId || wanted.tokenHash !== shown.tokenHash) {
    throw new Rejected('invalid', INVALID_LINK);
  }
  if (account.verified) {
    throw new Rejected('invalid', 'Verification failed. This link has already been used. Please log in.');
  }
  if (shown.now >= wanted.expiresAt) {
    throw new Rejected('invalid', 'Verification failed. This link has expired. Please request a new one.');
  }
  return [{ type: 'EmailVerified', data: { accountId: shown.accountId } }];
};

/** What is said of a link that is not, or no longer, the one that counts. */
export const INVALID_LINK =
  'Verification failed. This link is not valid. Please use the newest one or request another.';

export const account: Aggregate<Account, AccountEvents, typeof commands> = {
  category: 'account',
  id: ({ accountId }) => accountId,
  initial: { registered: null, verification: null, verified: false },
  commands,
  decide: {
    RegisterAccount: registerAccount,
    RequestVerification: requestVerification,
    VerifyEmail: verifyEmail,
  },
  evolve: {
    AccountRegistered: (state, { email, emailHash, username }) => ({
      ...state,
      registered: { email, emailHash, username },
    }),
    VerificationRequested: (state, { verificationId, tokenHash, expiresAt }) => ({
      ...state,
      verification: { verificationId, tokenHash, expiresAt },
    }),
    EmailVerified: (state) => ({ ...state, verified: true }),
  },
};
