import { Command } from '../../kernel/aggregate.js';
import type { AccountEvents, PasswordResetRequest, VerificationRequest } from './account.events.js';

/** A wish to change some fields of something of an account's: a field that is left out, or undefined, stays. */
type ChangeOf<Data extends { accountId: string }> = { accountId: string } & {
  readonly [Field in Exclude<keyof Data, 'accountId'>]?: Data[Field] | undefined;
};

/** Make an account and ask for the proof of its address. */
export class RegisterAccount extends Command<
  AccountEvents['AccountRegistered'] & { verification: VerificationRequest }
> {}

/** Ask once more for the proof of the account's address. */
export class RequestVerification extends Command<{ accountId: string; verification: VerificationRequest }> {}

/** Show the token that was mailed, as its hash, at the time `now` (ISO 8601). */
export class VerifyEmail extends Command<{
  accountId: string;
  verificationId: string;
  tokenHash: string;
  now: string;
}> {}

/** Ask for a link that sets a new password. */
export class RequestPasswordReset extends Command<{ accountId: string; reset: PasswordResetRequest }> {}

/** Show the token of such a link, as its hash, at the time `now` (ISO 8601), with the new password's hash. */
export class ResetPassword extends Command<{
  accountId: string;
  resetId: string;
  tokenHash: string;
  passwordHash: string;
  now: string;
}> {}

/** Put a new password in the place of the one whose hash is `currentHash`, which has been checked. */
export class ChangePassword extends Command<{
  accountId: string;
  currentHash: string;
  passwordHash: string;
}> {}

/** Say which mails are wanted; what is left out stays as it is. */
export class ChangeEmailPreferences extends Command<ChangeOf<AccountEvents['EmailPreferencesChanged']>> {}

/** Say who one is to others; what is left out stays as it is. */
export class ChangeProfile extends Command<ChangeOf<AccountEvents['ProfileChanged']>> {}

/** Show another picture of oneself; null for none. With `inPlaceOf`, only where that is the one shown. */
export class ChangeProfilePicture extends Command<{
  accountId: string;
  pictureId: string | null;
  inPlaceOf?: string;
}> {}

/** Keep a person from writing, for a reason that they are told. */
export class SuspendAccount extends Command<AccountEvents['AccountSuspended']> {}

/** Let a suspended person write again. */
export class RestoreAccount extends Command<AccountEvents['AccountRestored']> {}

/** Show a person the way to the back office; that alone lets nobody in. */
export class GrantAdminRights extends Command<AccountEvents['AdminRightsGranted']> {}

/** Take that back. */
export class RevokeAdminRights extends Command<AccountEvents['AdminRightsRevoked']> {}

/** Have the account deleted at `dueAt` (ISO 8601), unless one changes one's mind. */
export class RequestDeletion extends Command<AccountEvents['DeletionRequested']> {}

/** Change one's mind. */
export class CancelDeletion extends Command<AccountEvents['DeletionCancelled']> {}

/** Delete an account whose time has come at `now` (ISO 8601). */
export class DeleteAccount extends Command<{ accountId: string; now: string }> {}
