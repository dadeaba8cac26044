import type { Decider } from '../moderation/decisions.js';
import type { GivenReason } from '../moderation/reasons.js';
import type { AccountEvents, PasswordResetRequest, VerificationRequest } from './account.events.js';

/** A change to some fields: a field that is missing or undefined keeps its value. */
type ChangeOf<Data extends { accountId: string }> = { accountId: string } & {
  readonly [Field in Exclude<keyof Data, 'accountId'>]?: Data[Field] | undefined;
};

/** Create an account and request verification of its address. */
export type RegisterAccount = AccountEvents['AccountRegistered'] & { verification: VerificationRequest };

/** Request verification of the account's address again. */
export type RequestVerification = { accountId: string; verification: VerificationRequest };

/** Correct an address that is not verified yet, and request verification of the new one. */
export type ChangeEmail = {
  accountId: string;
  email: string;
  emailHash: string;
  verification: VerificationRequest;
};

/** Verify the address with the hash of the mailed token, at `now` (ISO 8601), and replace the password if one is given. */
export type VerifyEmail = {
  accountId: string;
  verificationId: string;
  tokenHash: string;
  passwordHash?: string;
  now: string;
};

/** Request a link that sets a new password. */
export type RequestPasswordReset = { accountId: string; reset: PasswordResetRequest };

/** Set a new password with the hash of the mailed token, at `now` (ISO 8601), and verify the address if it is not. */
export type ResetPassword = {
  accountId: string;
  resetId: string;
  tokenHash: string;
  passwordHash: string;
  now: string;
};

/** Replace the password whose hash is `currentHash`. The caller has checked the current password. */
export type ChangePassword = {
  accountId: string;
  currentHash: string;
  passwordHash: string;
};

/** Replace `currentHash`, which the password was checked against, by a hash of the same password in NFC. */
export type RenewPasswordHash = {
  accountId: string;
  currentHash: string;
  passwordHash: string;
};

/** Record a sign-in in a browser that had not signed in to the account before. */
export type RecordNewDevice = AccountEvents['SignedInOnNewDevice'];

/** Change which mails the person wants. Missing fields keep their values. */
export type ChangeEmailPreferences = ChangeOf<AccountEvents['EmailPreferencesChanged']>;

/** Change the public profile. Missing fields keep their values. */
export type ChangeProfile = ChangeOf<AccountEvents['ProfileChanged']>;

/** Set the profile picture; null removes it. With `inPlaceOf`, only if that is the current picture. */
export type ChangeProfilePicture = {
  accountId: string;
  pictureId: string | null;
  inPlaceOf?: string;
};

/**
 * Suspend a person: they may read but not write. They see the reason. Idempotent by the suspension, and one that an admin
 * asks for `now` (ISO 8601) by what it says: reason, note, end, and whether it hides posts.
 */
export type SuspendAccount = AccountEvents['AccountSuspended'] & { decider?: Decider; now?: string };

/** Lift a suspension of a person. */
export type RestoreAccount = AccountEvents['AccountRestored'] & { decider?: Decider };

/** Give a person the next step of the ladder of strikes, at `now` (ISO 8601). Idempotent by the act. */
export type StrikeAccount = { accountId: string; actId: string; decider: Decider; now: string } & GivenReason;

/** Take a strike back, with the suspension that it led to. */
export type UndoStrike = {
  accountId: string;
  actId: string;
  decider: Decider;
  because: string;
};

/** Show a person the link to the back office. Access still needs an admin login. */
export type GrantAdminRights = AccountEvents['AdminRightsGranted'];

/** Hide the link to the back office again. */
export type RevokeAdminRights = AccountEvents['AdminRightsRevoked'];

/** Request deletion of the account at `dueAt` (ISO 8601). It can be cancelled until then. */
export type RequestDeletion = AccountEvents['DeletionRequested'];

/** Cancel the requested deletion. */
export type CancelDeletion = AccountEvents['DeletionCancelled'];

/** Delete an account whose deletion is due at `now` (ISO 8601), or `isConfirmed` by two admins. */
export type DeleteAccount = { accountId: string; now: string; isConfirmed?: boolean };
