import {
  RegisterAccount,
  RequestVerification,
  VerifyEmail,
} from '../../src/domain/account/account.commands.js';
import type { AccountEvents } from '../../src/domain/account/account.events.js';
import { account } from '../../src/domain/account/account.js';
import { deleted } from '../support/account-story.js';
import { given } from '../support/given.js';

const facts: AccountEvents['AccountRegistered'] = {
  accountId: 'ann',
  email: 'ann@example.org',
  emailHash: 'e1',
  username: 'SunnyOtter4821',
  passwordHash: '$argon2id$…',
};
const first = { verificationId: 'v1', tokenHash: 't1', expiresAt: '2026-11-22T09:00:00.000Z' };
const second = { verificationId: 'v2', tokenHash: 't2', expiresAt: '2026-11-22T10:00:00.000Z' };

const registered = { type: 'AccountRegistered', data: facts } as const;
const requested = (verification: typeof first) =>
  ({
    type: 'VerificationRequested',
    data: {
      accountId: 'ann',
      email: facts.email,
      emailHash: 'e1',
      username: facts.username,
      ...verification,
    },
  }) as const;
const verified = { type: 'EmailVerified', data: { accountId: 'ann' } } as const;
const show = (shown: Partial<VerifyEmail['data']> = {}) =>
  new VerifyEmail({
    accountId: 'ann',
    verificationId: 'v1',
    tokenHash: 't1',
    now: '2026-11-21T12:00:00.000Z',
    ...shown,
  });

const NOT_VALID =
  'Verification failed. This link is not valid. Please use the newest one or request another.';

describe('registering', () => {
  it('makes the account and asks for the proof of its address', () =>
    given(account)
      .when(new RegisterAccount({ ...facts, verification: first }))
      .then(registered, requested(first)));

  it('does nothing when the account is there', () =>
    given(account, registered, requested(first))
      .when(new RegisterAccount({ ...facts, verification: second }))
      .thenNothing());
});

describe('asking for another verification mail', () => {
  it('asks anew, for the address that was registered', () =>
    given(account, registered, requested(first))
      .when(new RequestVerification({ accountId: 'ann', verification: second }))
      .then(requested(second)));

  it('refuses for an account that nobody registered', () =>
    given(account)
      .when(new RequestVerification({ accountId: 'ann', verification: second }))
      .thenRejected('User not found', 'notFound'));

  it('refuses when the personal key was destroyed and the address with it', () =>
    given(account, { type: 'AccountRegistered', data: { ...facts, email: null, passwordHash: null } })
      .when(new RequestVerification({ accountId: 'ann', verification: second }))
      .thenRejected('User not found', 'notFound'));

  it('refuses once the account is gone, even while its key is there', () =>
    given(account, registered, requested(first), deleted)
      .when(new RequestVerification({ accountId: 'ann', verification: second }))
      .thenRejected('User not found', 'notFound'));

  it('does nothing when the address has been verified', () =>
    given(account, registered, requested(first), verified)
      .when(new RequestVerification({ accountId: 'ann', verification: second }))
      .thenNothing());
});

describe('verifying the address', () => {
  it('accepts the token that was mailed', () =>
    given(account, registered, requested(first)).when(show()).then(verified));

  it('accepts it until the last moment, and refuses from then on', () => {
    const story = given(account, registered, requested(first));
    story.when(show({ now: '2026-11-22T08:59:59.999Z' })).then(verified);
    story
      .when(show({ now: first.expiresAt }))
      .thenRejected('Verification failed. This link has expired. Please request a new one.', 'invalid');
  });

  it('refuses another token for the same request', () =>
    given(account, registered, requested(first))
      .when(show({ tokenHash: 't9' }))
      .thenRejected(NOT_VALID, 'invalid'));

  it('refuses a token when nothing was asked for', () =>
    given(account, registered).when(show()).thenRejected(NOT_VALID, 'invalid'));

  it('is refused where there is no account, or none any more', () => {
    given(account).when(show()).thenRejected('User not found', 'notFound');
    given(account, registered, requested(first), deleted)
      .when(show())
      .thenRejected('User not found', 'notFound');
  });

  it('refuses an older token once a newer one was asked for, and accepts the newer one', () => {
    const story = given(account, registered, requested(first), requested(second));
    story.when(show()).thenRejected(NOT_VALID, 'invalid');
    story.when(show({ verificationId: 'v2', tokenHash: 't2' })).then(verified);
  });

  it('refuses a token that was used', () =>
    given(account, registered, requested(first), verified)
      .when(show())
      .thenRejected('Verification failed. This link has already been used. Please log in.', 'invalid'));
});
