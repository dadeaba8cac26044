import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, personal, text } from '../../kernel/field.js';
import { type Account, type OfAccount, VerificationRequest, requireAccount } from './account-state.js';

/** The registration, and the address until it is verified. */

const registration = {
  accountId: id,
  email: personal('accountId', text),
  /** The address as a keyed hash, to find and compare it by. */
  emailHash: id,
  username: personal('accountId', text),
  /** Argon2id, in PHC notation. */
  passwordHash: personal('accountId', text),
};

const about = { accountId: 'person' };

export const registrationEvents = {
  /** A visitor created an account. The address is not verified yet. */
  AccountRegistered: event(
    registration,
    '{actor} registered an account with an email address that waited to be verified.',
    about,
    { createsKey: true },
  ),
  /** A mail with a verification link was requested. Earlier links are invalid from now on. */
  VerificationRequested: event(
    {
      ...VerificationRequest.properties,
      accountId: id,
      email: personal('accountId', text),
      emailHash: id,
      /** Of the account. An address may be registered more than once; the mail names the account that it is about. */
      username: personal('accountId', text),
    },
    '{actor} asked for a link that verifies the email address, valid until {expiresAt|time}.',
    about,
  ),
  /** The person corrected the address before it was verified. Links to the former one are invalid from now on. */
  EmailChanged: event(
    {
      accountId: id,
      email: personal('accountId', text),
      /** The address as a keyed hash. */
      emailHash: id,
      /** The hash of the former address. */
      previousHash: id,
    },
    '{actor} corrected the email address of the account before it was verified.',
    about,
  ),
};

export const registrationFolds = {
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
} satisfies Evolve<Account, typeof registrationEvents>;

/** The message for a change of an address that can no longer be changed. */
export const ALREADY_VERIFIED = 'Your email address is verified already.';

export interface Verifiable extends OfAccount {
  readonly verification: VerificationRequest;
}

export interface EmailChange extends Verifiable {
  readonly email: string;
  readonly emailHash: string;
}

export const registrationRules = {
  /** Create an account and request verification of its address. */
  RegisterAccount({ verification, ...facts }: DataOf<typeof registration> & Verifiable, account) {
    if (account.registered) return [];
    const { accountId, email, emailHash, username } = facts;
    return [
      { type: 'AccountRegistered', data: facts },
      { type: 'VerificationRequested', data: { accountId, email, emailHash, username, ...verification } },
    ];
  },
  /** Request verification of the account's address again. */
  RequestVerification({ accountId, verification }: Verifiable, account) {
    requireAccount(account);
    // The key was destroyed, and the address with it: there is no one to send a mail to.
    if (!account.registered.email) throw new Rejected('notFound', 'User not found');
    if (account.verifiedAt !== null) return [];
    return [{ type: 'VerificationRequested', data: { accountId, ...account.registered, ...verification } }];
  },
  /** Correct an address that is not verified yet, and request verification of the new one. */
  ChangeEmail({ accountId, email, emailHash, verification }: EmailChange, account) {
    requireAccount(account);
    const { username, emailHash: previousHash } = account.registered;
    if (account.verifiedAt !== null) throw new Rejected('conflict', ALREADY_VERIFIED);
    if (emailHash === previousHash) return [];
    return [
      { type: 'EmailChanged', data: { accountId, email, emailHash, previousHash } },
      { type: 'VerificationRequested', data: { accountId, email, emailHash, username, ...verification } },
    ];
  },
} satisfies Rules<Account, typeof registrationEvents>;
