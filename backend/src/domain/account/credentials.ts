import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, personal, text } from '../../kernel/field.js';
import type { lifecycleEvents } from './account-lifecycle.js';
import { type Account, type OfAccount, PasswordResetRequest, requireAccount } from './account-state.js';

/** What proves who a person is: passwords, mailed links and known devices. */

const fields = { accountId: id };
const password = { accountId: id, passwordHash: personal('accountId', text) };
const signIn = {
  accountId: id,
  /** Browser and system, such as 'Firefox on Linux'; null if unknown. */
  device: personal('accountId', text),
};
const about = { accountId: 'person' };

export const credentialEvents = {
  /** The person proved that they can read mail sent to this address. */
  EmailVerified: event(fields, '{actor} followed the mailed link and so verified the email address.', about),
  /** A mail with a link that sets a new password was requested. Earlier links are invalid from now on. */
  PasswordResetRequested: event(
    { ...PasswordResetRequest.properties, accountId: id },
    '{actor} asked for a link to set a new password, valid until {expiresAt|time}.',
    about,
  ),
  /** A new password was set through a mailed link. All earlier sessions have ended. */
  PasswordReset: event(
    password,
    '{actor} set a new password with a mailed link, which ended all earlier sessions.',
    about,
  ),
  /** A person who knew the old password set a new one. All other earlier sessions have ended. */
  PasswordChanged: event(password, '{actor} replaced the password, which ended all other sessions.', about),
  /**
   * The hash of the password was made again, of its composed form (NFC). The password is the same, and no session has
   * ended.
   */
  PasswordHashRenewed: event(
    password,
    '{actor} entered the right password, which is stored in a newer form from then on.',
    about,
  ),
  /** The person signed in with a browser that had not signed in to this account before. */
  SignedInOnNewDevice: event(
    signIn,
    '{actor} signed in with a browser that had not signed in to the account before.',
    about,
  ),
};

export const credentialFolds = {
  EmailVerified: (state, _, at) => ({ ...state, verifiedAt: at }),
  PasswordResetRequested: (state, { resetId, tokenHash, expiresAt }) => ({
    ...state,
    reset: { resetId, tokenHash, expiresAt },
  }),
  PasswordReset: withPassword,
  PasswordChanged: withPassword,
  PasswordHashRenewed: (state, { passwordHash }) => ({ ...state, passwordHash }),
  SignedInOnNewDevice: (state) => state,
} satisfies Evolve<Account, typeof credentialEvents>;

/** The message for a verification link that is invalid or was replaced by a newer one. */
export const INVALID_LINK =
  'Verification failed. This link is not valid. Please use the newest one or request another.';

/** The message for a reset link that is invalid, was used or was replaced by a newer one. */
export const INVALID_RESET = 'This link is not valid any more. Please use the newest one or request another.';

/** What a mailed link and the person who followed it show. */
export interface Shown extends OfAccount {
  readonly tokenHash: string;
  readonly now: string;
}

export interface PasswordChange extends OfAccount {
  readonly currentHash: string;
  readonly passwordHash: string;
}

export const credentialRules = {
  /** Verify the address with the hash of the mailed token, at `now` (ISO 8601), and replace the password if one is given. */
  VerifyEmail(shown: Shown & { readonly verificationId: string; readonly passwordHash?: string }, account) {
    requireAccount(account);
    const wanted = account.verification;
    if (wanted?.verificationId !== shown.verificationId || wanted.tokenHash !== shown.tokenHash) {
      throw new Rejected('invalid', INVALID_LINK);
    }
    if (account.verifiedAt !== null) {
      throw new Rejected('invalid', 'Verification failed. This link has already been used. Please log in.');
    }
    if (shown.now >= wanted.expiresAt) {
      throw new Rejected('invalid', 'Verification failed. This link has expired. Please request a new one.');
    }
    const { accountId, passwordHash } = shown;
    if (passwordHash === undefined) return [{ type: 'EmailVerified', data: { accountId } }];
    return [
      { type: 'EmailVerified', data: { accountId } },
      { type: 'PasswordReset', data: { accountId, passwordHash } },
    ];
  },
  /** Request a link that sets a new password. */
  RequestPasswordReset({ accountId, reset }: OfAccount & { readonly reset: PasswordResetRequest }, account) {
    requireAccount(account);
    return [{ type: 'PasswordResetRequested', data: { accountId, ...reset } }];
  },
  /** Set a new password with the hash of the mailed token, at `now` (ISO 8601), and verify the address if it is not. */
  ResetPassword(shown: Shown & { readonly resetId: string; readonly passwordHash: string }, account) {
    requireAccount(account);
    const wanted = account.reset;
    if (wanted?.resetId !== shown.resetId || wanted.tokenHash !== shown.tokenHash) {
      throw new Rejected('invalid', INVALID_RESET);
    }
    if (shown.now >= wanted.expiresAt) {
      throw new Rejected('invalid', 'This link has expired. Please request a new one.');
    }
    const { accountId, passwordHash } = shown;
    const reset = { type: 'PasswordReset', data: { accountId, passwordHash } } as const;
    // Who has the link reads the mails to the address. One append: there is no moment at which the account is verified and an
    // earlier password, which another person may have chosen, still works.
    if (account.verifiedAt !== null) return [reset];
    const verified = { type: 'EmailVerified', data: { accountId } } as const;
    // Somebody who knew the earlier password may also have requested a deletion.
    const kept = { type: 'DeletionCancelled', data: { accountId } } as const;
    return [verified, reset, ...(account.deletionDueAt === null ? [] : [kept])];
  },
  /** Replace the password whose hash is `currentHash`. The caller has checked the current password. */
  ChangePassword({ accountId, currentHash, passwordHash }: PasswordChange, account) {
    requireAccount(account);
    if (account.passwordHash !== currentHash) throw new Rejected('invalid', 'Current password is incorrect');
    return [{ type: 'PasswordChanged', data: { accountId, passwordHash } }];
  },
  /** Replace `currentHash`, which the password was checked against, by a hash of the same password in NFC. */
  RenewPasswordHash: ({ accountId, currentHash, passwordHash }: PasswordChange, account) =>
    // The password may have been changed, or its hash renewed, since it was checked.
    account.deleted || account.passwordHash !== currentHash
      ? []
      : [{ type: 'PasswordHashRenewed', data: { accountId, passwordHash } }],
  /** Record a sign-in in a browser that had not signed in to the account before. */
  RecordNewDevice(data: DataOf<typeof signIn>, account) {
    requireAccount(account);
    return [{ type: 'SignedInOnNewDevice', data }];
  },
} satisfies Rules<Account, typeof credentialEvents & typeof lifecycleEvents>;

function withPassword(account: Account, { passwordHash }: DataOf<typeof password>, at: string): Account {
  return { ...account, passwordHash, passwordChangedAt: at, reset: null };
}
