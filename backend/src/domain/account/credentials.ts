import { Rejected } from '../../kernel/aggregate.js';
import { type Account, type DataOf, type Decision, requireAccount } from './account-state.js';

/** How an account comes to be, proves its address and gets its passwords. */

export const registerAccount = (
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

export const requestVerification = (wish: DataOf<'RequestVerification'>, account: Account): Decision => {
  requireAccount(account);
  // Without the address – its key was destroyed – there is nobody left to write to.
  if (!account.registered.email) throw new Rejected('notFound', 'User not found');
  if (account.verified) return [];
  const { accountId, verification } = wish;
  return [{ type: 'VerificationRequested', data: { accountId, ...account.registered, ...verification } }];
};

export const verifyEmail = (shown: DataOf<'VerifyEmail'>, account: Account): Decision => {
  requireAccount(account);
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

export const requestPasswordReset = (
  { accountId, reset }: DataOf<'RequestPasswordReset'>,
  account: Account,
): Decision => {
  requireAccount(account);
  // Whoever has not proved the address may not get at the account by it.
  if (!account.verified) return [];
  return [{ type: 'PasswordResetRequested', data: { accountId, ...reset } }];
};

export const resetPassword = (shown: DataOf<'ResetPassword'>, account: Account): Decision => {
  requireAccount(account);
  const wanted = account.reset;
  if (wanted?.resetId !== shown.resetId || wanted.tokenHash !== shown.tokenHash) {
    throw new Rejected('invalid', INVALID_RESET);
  }
  if (shown.now >= wanted.expiresAt) {
    throw new Rejected('invalid', 'This link has expired. Please request a new one.');
  }
  const { accountId, passwordHash } = shown;
  return [{ type: 'PasswordReset', data: { accountId, passwordHash } }];
};

/** What is said of a reset link that was used or replaced, or never was one. */
export const INVALID_RESET = 'This link is not valid any more. Please use the newest one or request another.';

export const changePassword = (
  { accountId, currentHash, passwordHash }: DataOf<'ChangePassword'>,
  account: Account,
): Decision => {
  requireAccount(account);
  if (account.passwordHash !== currentHash) throw new Rejected('invalid', 'Current password is incorrect');
  return [{ type: 'PasswordChanged', data: { accountId, passwordHash } }];
};
