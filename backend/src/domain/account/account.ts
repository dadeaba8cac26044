import { aggregate } from '../../kernel/aggregate.js';
import type * as commands from './account.commands.js';
import { accountEvents, type AccountEvents } from './account.events.js';
import { type Account as AccountState, type Decision, noAccount, requireAccount } from './account-state.js';
import * as lifecycle from './account-lifecycle.js';
import * as sanctions from './sanctions.js';
import * as credentials from './credentials.js';

const changeEmailPreferences = (
  command: commands.ChangeEmailPreferences,
  account: AccountState,
): Decision => {
  requireAccount(account);
  const { accountId, ...change } = command;
  const preferences = changed(account.preferences, change);
  return preferences ? [{ type: 'EmailPreferencesChanged', data: { accountId, ...preferences } }] : [];
};

const changeProfile = (command: commands.ChangeProfile, account: AccountState): Decision => {
  requireAccount(account);
  const { accountId, ...change } = command;
  const profile = changed(account.profile, change);
  return profile ? [{ type: 'ProfileChanged', data: { accountId, ...profile } }] : [];
};

const changeProfilePicture = (
  { accountId, pictureId, inPlaceOf }: commands.ChangeProfilePicture,
  account: AccountState,
): Decision => {
  requireAccount(account);
  const { pictureId: previousId } = account;
  if (pictureId === previousId || (inPlaceOf !== undefined && inPlaceOf !== previousId)) return [];
  return [{ type: 'ProfilePictureChanged', data: { accountId, pictureId, previousId } }];
};

/** `facts` with the defined fields of `change`; null if that changes nothing. */
function changed<Facts extends object>(
  facts: Facts,
  change: { readonly [Field in keyof Facts]?: Facts[Field] | undefined },
): Facts | null {
  const defined = Object.entries(change).filter(([, value]) => value !== undefined);
  const after = { ...facts, ...Object.fromEntries(defined) };
  return JSON.stringify(after) === JSON.stringify(facts) ? null : after;
}

function withPassword(
  account: AccountState,
  { passwordHash }: AccountEvents['PasswordReset' | 'PasswordChanged'],
  at: string,
): AccountState {
  return { ...account, passwordHash, passwordChangedAt: at, reset: null };
}

type Key =
  | commands.RegisterAccount
  | commands.RequestVerification
  | commands.ChangeEmail
  | commands.VerifyEmail
  | commands.RequestPasswordReset
  | commands.ResetPassword
  | commands.ChangePassword
  | commands.RenewPasswordHash
  | commands.RecordNewDevice
  | commands.ChangeEmailPreferences
  | commands.ChangeProfile
  | commands.ChangeProfilePicture
  | commands.SuspendAccount
  | commands.RestoreAccount
  | commands.StrikeAccount
  | commands.UndoStrike
  | commands.GrantAdminRights
  | commands.RevokeAdminRights
  | commands.RequestDeletion
  | commands.CancelDeletion
  | commands.DeleteAccount;

export type Account = AccountState;

export const Account = aggregate('account', {
  id: ({ accountId }: Key) => accountId,
  initial: noAccount,
  snapshot: { version: 4, isPersonal: true },
  events: accountEvents,
}).rules({
  evolve: {
    AccountRegistered: (state, { email, emailHash, username, passwordHash }, at) => ({
      ...state,
      registered: { email, emailHash, username },
      createdAt: at,
      passwordHash,
    }),
    VerificationRequested: (state, { verificationId, tokenHash, expiresAt }) => ({
      ...state,
      verification: { verificationId, tokenHash, expiresAt },
    }),
    EmailChanged: (state, { email, emailHash }) => ({
      ...state,
      registered: state.registered && { ...state.registered, email, emailHash },
      // The links that were mailed to the former address.
      verification: null,
      reset: null,
    }),
    EmailVerified: (state) => ({ ...state, verified: true }),
    PasswordResetRequested: (state, { resetId, tokenHash, expiresAt }) => ({
      ...state,
      reset: { resetId, tokenHash, expiresAt },
    }),
    PasswordReset: withPassword,
    PasswordChanged: withPassword,
    PasswordHashRenewed: (state, { passwordHash }) => ({ ...state, passwordHash }),
    SignedInOnNewDevice: (state) => state,
    EmailPreferencesChanged: (state, { accountId: _, ...preferences }) => ({ ...state, preferences }),
    ProfileChanged: (state, { accountId: _, ...profile }) => ({ ...state, profile }),
    ProfilePictureChanged: (state, { pictureId }) => ({ ...state, pictureId }),
    AccountSuspended: (state, { accountId: _, ...suspension }) => ({
      ...state,
      suspensions: [...state.suspensions, suspension],
    }),
    AccountRestored: (state, { suspensionId }) => ({
      ...state,
      suspensions: state.suspensions.filter((known) => known.suspensionId !== suspensionId),
    }),
    AccountStruck: (state, { actId, step }) => ({ ...state, strikes: [...state.strikes, { actId, step }] }),
    StrikeUndone: (state, { actId }) => ({
      ...state,
      strikes: state.strikes.filter((strike) => strike.actId !== actId),
      undoneStrikes: [...state.undoneStrikes, actId],
    }),
    AdminRightsGranted: (state) => ({ ...state, isAdmin: true }),
    AdminRightsRevoked: (state) => ({ ...state, isAdmin: false }),
    DeletionRequested: (state, { dueAt }) => ({ ...state, deletionDueAt: dueAt }),
    DeletionCancelled: (state) => ({ ...state, deletionDueAt: null }),
    AccountDeleted: (state) => ({ ...state, pictureId: null, deleted: true }),
  },
  decide: {
    RegisterAccount: credentials.registerAccount,
    RequestVerification: credentials.requestVerification,
    ChangeEmail: credentials.changeEmail,
    VerifyEmail: credentials.verifyEmail,
    RequestPasswordReset: credentials.requestPasswordReset,
    ResetPassword: credentials.resetPassword,
    ChangePassword: credentials.changePassword,
    RenewPasswordHash: credentials.renewPasswordHash,
    RecordNewDevice: credentials.recordNewDevice,
    ChangeEmailPreferences: changeEmailPreferences,
    ChangeProfile: changeProfile,
    ChangeProfilePicture: changeProfilePicture,
    SuspendAccount: sanctions.suspendAccount,
    RestoreAccount: sanctions.restoreAccount,
    StrikeAccount: sanctions.strikeAccount,
    UndoStrike: sanctions.undoStrike,
    GrantAdminRights: lifecycle.grantAdminRights,
    RevokeAdminRights: lifecycle.revokeAdminRights,
    RequestDeletion: lifecycle.requestDeletion,
    CancelDeletion: lifecycle.cancelDeletion,
    DeleteAccount: lifecycle.deleteAccount,
  },
});
