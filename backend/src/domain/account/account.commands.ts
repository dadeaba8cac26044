import { Command } from '../../kernel/aggregate.js';
import type { Decider } from '../moderation/decisions.js';
import type { GivenReason } from '../moderation/reasons.js';
import type { AccountEvents, PasswordResetRequest, VerificationRequest } from './account.events.js';

/** A change to some fields: a field that is missing or undefined keeps its value. */
type ChangeOf<Data extends { accountId: string }> = { accountId: string } & {
  readonly [Field in Exclude<keyof Data, 'accountId'>]?: Data[Field] | undefined;
};

/** Create an account and request verification of its address. */
export class RegisterAccount extends Command<
  AccountEvents['AccountRegistered'] & { verification: VerificationRequest }
> {}

/** Request verification of the account's address again. */
export class RequestVerification extends Command<{ accountId: string; verification: VerificationRequest }> {}

/** Correct an address that is not verified yet, and request verification of the new one. */
export class ChangeEmail extends Command<{
  accountId: string;
  email: string;
  emailHash: string;
  verification: VerificationRequest;
}> {}

/** Verify the address with the hash of the mailed token, at `now` (ISO 8601), and replace the password if one is given. */
export class VerifyEmail extends Command<{
  accountId: string;
  verificationId: string;
  tokenHash: string;
  passwordHash?: string;
  now: string;
}> {}

/** Request a link that sets a new password. */
export class RequestPasswordReset extends Command<{ accountId: string; reset: PasswordResetRequest }> {}

/** Set a new password with the hash of the mailed token, at `now` (ISO 8601), and verify the address if it is not. */
export class ResetPassword extends Command<{
  accountId: string;
  resetId: string;
  tokenHash: string;
  passwordHash: string;
  now: string;
}> {}

/** Replace the password whose hash is `currentHash`. The caller has checked the current password. */
export class ChangePassword extends Command<{
  accountId: string;
  currentHash: string;
  passwordHash: string;
}> {}

/** Replace `currentHash`, which the password was checked against, by a hash of the same password in NFC. */
export class RenewPasswordHash extends Command<{
  accountId: string;
  currentHash: string;
  passwordHash: string;
}> {}

/** Record a sign-in in a browser that had not signed in to the account before. */
export class RecordNewDevice extends Command<AccountEvents['SignedInOnNewDevice']> {}

/** Change which mails the person wants. Missing fields keep their values. */
export class ChangeEmailPreferences extends Command<ChangeOf<AccountEvents['EmailPreferencesChanged']>> {}

/** Change the public profile. Missing fields keep their values. */
export class ChangeProfile extends Command<ChangeOf<AccountEvents['ProfileChanged']>> {}

/** Set the profile picture; null removes it. With `inPlaceOf`, only if that is the current picture. */
export class ChangeProfilePicture extends Command<{
  accountId: string;
  pictureId: string | null;
  inPlaceOf?: string;
}> {}

/**
 * Suspend a person: they may read but not write. They see the reason. Idempotent by the suspension, and one that an admin
 * asks for `now` (ISO 8601) by what it says: reason, note, end, and whether it hides posts.
 */
export class SuspendAccount extends Command<
  AccountEvents['AccountSuspended'] & { decider?: Decider; now?: string }
> {}

/** Lift a suspension of a person. */
export class RestoreAccount extends Command<AccountEvents['AccountRestored'] & { decider?: Decider }> {}

/** Give a person the next step of the ladder of strikes, at `now` (ISO 8601). Idempotent by the act. */
export class StrikeAccount extends Command<
  { accountId: string; actId: string; decider: Decider; now: string } & GivenReason
> {}

/** Take a strike back, with the suspension that it led to. */
export class UndoStrike extends Command<{
  accountId: string;
  actId: string;
  decider: Decider;
  because: string;
}> {}

/** Show a person the link to the back office. Access still needs an admin login. */
export class GrantAdminRights extends Command<AccountEvents['AdminRightsGranted']> {}

/** Hide the link to the back office again. */
export class RevokeAdminRights extends Command<AccountEvents['AdminRightsRevoked']> {}

/** Request deletion of the account at `dueAt` (ISO 8601). It can be cancelled until then. */
export class RequestDeletion extends Command<AccountEvents['DeletionRequested']> {}

/** Cancel the requested deletion. */
export class CancelDeletion extends Command<AccountEvents['DeletionCancelled']> {}

/** Delete an account whose deletion is due at `now` (ISO 8601), or `isConfirmed` by two admins. */
export class DeleteAccount extends Command<{ accountId: string; now: string; isConfirmed?: boolean }> {}
