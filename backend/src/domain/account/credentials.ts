import { Rejected } from '../../kernel/aggregate.js';
import type * as commands from './account.commands.js';
import { type Account, type Decision, requireAccount } from './account-state.js';

/** Decisions about registration, address verification and passwords. */

export const registerAccount = (
  { verification, ...facts }: commands.RegisterAccount,
  account: Account,
): Decision => {
  if (account.registered) return [];
  const { accountId, email, emailHash, username } = facts;
  return [
    { type: 'AccountRegistered', data: facts },
    { type: 'VerificationRequested', data: { accountId, email, emailHash, username, ...verification } },
  ];
};

export const requestVerification = (command: commands.RequestVerification, account: Account): Decision => {
  requireAccount(account);
  // The key was destroyed, and the address with it: there is no one to send a mail to.
  if (!account.registered.email) throw new Rejected('notFound', 'User not found');
  if (account.verified) return [];
  const { accountId, verification } = command;
  return [{ type: 'VerificationRequested', data: { accountId, ...account.registered, ...verification } }];
};

export const changeEmail = (command: commands.ChangeEmail, account: Account): Decision => {
  requireAccount(account);
  const { accountId, email, emailHash, verification } = command;
  const { username, emailHash: previousHash } = account.registered;
  if (account.verified) throw new Rejected('conflict', ALREADY_VERIFIED);
  if (emailHash === previousHash) return [];
  return [
    { type: 'EmailChanged', data: { accountId, email, emailHash, previousHash } },
    { type: 'VerificationRequested', data: { accountId, email, emailHash, username, ...verification } },
  ];
};

/** The message for a change of an address that can no longer be changed. */
export const ALREADY_VERIFIED = 'Your email address is verified already.';

export const verifyEmail = (shown: commands.VerifyEmail, account: Account): Decision => {
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
  const { accountId, passwordHash } = shown;
  const verified: Decision = [{ type: 'EmailVerified', data: { accountId } }];
  return passwordHash === undefined ? verified : [...verified, passwordReset(accountId, passwordHash)];
};

const passwordReset = (accountId: string, passwordHash: string): Decision[number] => ({
  type: 'PasswordReset',
  data: { accountId, passwordHash },
});

/** The message for a verification link that is invalid or was replaced by a newer one. */
export const INVALID_LINK =
  'Verification failed. This link is not valid. Please use the newest one or request another.';

export const requestPasswordReset = (
  { accountId, reset }: commands.RequestPasswordReset,
  account: Account,
): Decision => {
  requireAccount(account);
  return [{ type: 'PasswordResetRequested', data: { accountId, ...reset } }];
};

export const resetPassword = (shown: commands.ResetPassword, account: Account): Decision => {
  requireAccount(account);
  const wanted = account.reset;
  if (wanted?.resetId !== shown.resetId || wanted.tokenHash !== shown.tokenHash) {
    throw new Rejected('invalid', INVALID_RESET);
  }
  if (shown.now >= wanted.expiresAt) {
    throw new Rejected('invalid', 'This link has expired. Please request a new one.');
  }
  const { accountId, passwordHash } = shown;
  const reset = passwordReset(accountId, passwordHash);
  // Who has the link reads the mails to the address. One append: there is no moment at which the account is verified and an
  // earlier password, which somebody else may have chosen, still works.
  if (account.verified) return [reset];
  const verified = { type: 'EmailVerified', data: { accountId } } as const;
  // Somebody who knew the earlier password may also have requested a deletion.
  const kept = { type: 'DeletionCancelled', data: { accountId } } as const;
  return [verified, reset, ...(account.deletionDueAt === null ? [] : [kept])];
};

/** The message for a reset link that is invalid, was used or was replaced by a newer one. */
export const INVALID_RESET = 'This link is not valid any more. Please use the newest one or request another.';

export const changePassword = (
  { accountId, currentHash, passwordHash }: commands.ChangePassword,
  account: Account,
): Decision => {
  requireAccount(account);
  if (account.passwordHash !== currentHash) throw new Rejected('invalid', 'Current password is incorrect');
  return [{ type: 'PasswordChanged', data: { accountId, passwordHash } }];
};

export const renewPasswordHash = (
  { accountId, currentHash, passwordHash }: commands.RenewPasswordHash,
  account: Account,
): Decision =>
  // The password may have been changed, or its hash renewed, since it was checked.
  account.deleted || account.passwordHash !== currentHash
    ? []
    : [{ type: 'PasswordHashRenewed', data: { accountId, passwordHash } }];

export const recordNewDevice = (command: commands.RecordNewDevice, account: Account): Decision => {
  requireAccount(account);
  return [{ type: 'SignedInOnNewDevice', data: command }];
};
