import { Command } from '../../kernel/aggregate.js';
import type { AdminEvents, SecondFactor } from './admin.events.js';

/** Create a login for the back office. It is rejected if the username has a login already. */
export class CreateAdmin extends Command<AdminEvents['AdminCreated']> {}

/** Record a sign-in whose password and second factor were checked, and use up the code. */
export class SignInAdmin extends Command<{
  adminId: string;
  passwordHash: string;
  factor: SecondFactor;
  /** Whether every admin needs a second factor. */
  isRequired: boolean;
}> {}

/** Set a new password. `currentHash` is the hash that the old one was checked against. */
export class ChangeAdminPassword extends Command<{
  adminId: string;
  currentHash: string;
  passwordHash: string;
}> {}

/** Replace `currentHash`, which the password was checked against, by a hash of the same password in NFC. */
export class RenewAdminPasswordHash extends Command<{
  adminId: string;
  currentHash: string;
  passwordHash: string;
}> {}

/** Make a login unusable until a new password is set with a token. */
export class ResetAdmin extends Command<AdminEvents['AdminReset']> {}

/** Set a new password with the hash of the token of a reset, at `now` (ISO 8601). */
export class SetNewAdminPassword extends Command<{
  adminId: string;
  tokenHash: string;
  passwordHash: string;
  now: string;
}> {}

/** Connect an authenticator app whose code was checked. */
export class EnrolTotp extends Command<AdminEvents['TotpEnrolled'] & { secret: string }> {}

/** Disconnect the authenticator app, with a code that was checked. */
export class RemoveTotp extends Command<{ adminId: string; factor: SecondFactor; isRequired: boolean }> {}

/** Add a passkey that was created for the admin, after the password and the code of `factor` were checked. */
export class AddPasskey extends Command<
  AdminEvents['PasskeyAdded'] & { name: string; credentialId: string; publicKey: string }
> {}

/** Record a sign-in whose signature was checked. A counter that is not higher than the last one is rejected. */
export class SignInWithPasskey extends Command<AdminEvents['AdminSignedInWithPasskey']> {}

/** Remove a passkey, after the password and the code of `factor` were checked. */
export class RemovePasskey extends Command<{
  adminId: string;
  passkeyId: string;
  factor: SecondFactor;
  /** Whether every admin needs a second factor. */
  isRequired: boolean;
}> {}

/** Record a sign-in in a browser that had not signed in to the login before; does nothing for the first sign-in. */
export class RecordNewAdminDevice extends Command<AdminEvents['AdminSignedInOnNewDevice']> {}

/** Record that the person of a dismissed admin was deleted, or that a login will get no role any more. */
export class EraseAdmin extends Command<AdminEvents['AdminErased']> {}
