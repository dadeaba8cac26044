import type { DomainEvents } from '../../src/domain/events.js';
import { Account } from '../../src/domain/account/account.js';
import { deleted } from '../support/account-story.js';
import { given } from '../support/given.js';

const facts: DomainEvents['AccountRegistered'] = {
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
const show = (shown: Partial<Parameters<typeof Account.VerifyEmail>[0]> = {}) =>
  Account.VerifyEmail({
    accountId: 'ann',
    verificationId: 'v1',
    tokenHash: 't1',
    now: '2026-11-21T12:00:00.000Z',
    ...shown,
  });

const NOT_VALID =
  'Verification failed. This link is not valid. Please use the newest one or request another.';

describe('registering', () => {
  it('creates the account and requests verification of its address', () =>
    given(Account)
      .when(Account.RegisterAccount({ ...facts, verification: first }))
      .then(registered, requested(first)));

  it('does nothing when the account exists', () =>
    given(Account, registered, requested(first))
      .when(Account.RegisterAccount({ ...facts, verification: second }))
      .thenNothing());
});

describe('changing an address that is not verified', () => {
  const corrected = { email: 'anna@example.org', emailHash: 'e2' };
  const change = Account.ChangeEmail({ accountId: 'ann', ...corrected, verification: second });
  const changed = {
    type: 'EmailChanged',
    data: { accountId: 'ann', ...corrected, previousHash: 'e1' },
  } as const;
  const requestedAnew = {
    type: 'VerificationRequested',
    data: { accountId: 'ann', ...corrected, username: facts.username, ...second },
  } as const;

  it('records it and requests verification of the new one', () =>
    given(Account, registered, requested(first)).when(change).then(changed, requestedAnew));

  it('does nothing when it is the address already', () =>
    given(Account, registered, requested(first), changed, requestedAnew).when(change).thenNothing());

  it('is rejected once it is verified', () =>
    given(Account, registered, requested(first), verified)
      .when(change)
      .thenRejected('Your email address is verified already.', 'conflict'));

  it('is rejected for an account that does not exist', () =>
    given(Account).when(change).thenRejected('User not found', 'notFound'));

  it('makes earlier links invalid', () =>
    given(Account, registered, requested(first), changed).when(show()).thenRejected(NOT_VALID, 'invalid'));

  it('requests verification of the new address from then on', () =>
    given(Account, registered, requested(first), changed)
      .when(Account.RequestVerification({ accountId: 'ann', verification: second }))
      .then(requestedAnew));
});

describe('verifying with a new password', () => {
  const reset = { type: 'PasswordReset', data: { accountId: 'ann', passwordHash: '$argon2id$new' } } as const;

  it('verifies the address and replaces the password at once', () =>
    given(Account, registered, requested(first))
      .when(show({ passwordHash: '$argon2id$new' }))
      .then(verified, reset));

  it.each([
    [{ tokenHash: 't2' }, NOT_VALID],
    [{ now: first.expiresAt }, 'Verification failed. This link has expired. Please request a new one.'],
  ])('leaves the password when the link is of no use: %j', (shown, message) =>
    given(Account, registered, requested(first))
      .when(show({ ...shown, passwordHash: '$argon2id$new' }))
      .thenRejected(message, 'invalid'),
  );
});

describe('requesting another verification mail', () => {
  it('requests verification of the registered address again', () =>
    given(Account, registered, requested(first))
      .when(Account.RequestVerification({ accountId: 'ann', verification: second }))
      .then(requested(second)));

  it('is rejected for an account that does not exist', () =>
    given(Account)
      .when(Account.RequestVerification({ accountId: 'ann', verification: second }))
      .thenRejected('User not found', 'notFound'));

  it('is rejected after the personal key, and so the address, was destroyed', () =>
    given(Account, { type: 'AccountRegistered', data: { ...facts, email: null, passwordHash: null } })
      .when(Account.RequestVerification({ accountId: 'ann', verification: second }))
      .thenRejected('User not found', 'notFound'));

  it('is rejected after the account was deleted, even while its key exists', () =>
    given(Account, registered, requested(first), deleted)
      .when(Account.RequestVerification({ accountId: 'ann', verification: second }))
      .thenRejected('User not found', 'notFound'));

  it('does nothing when the address is verified', () =>
    given(Account, registered, requested(first), verified)
      .when(Account.RequestVerification({ accountId: 'ann', verification: second }))
      .thenNothing());
});

describe('verifying the address', () => {
  it('accepts the mailed token', () =>
    given(Account, registered, requested(first)).when(show()).then(verified));

  it('accepts the token until it expires', () => {
    const story = given(Account, registered, requested(first));
    story.when(show({ now: '2026-11-22T08:59:59.999Z' })).then(verified);
    story
      .when(show({ now: first.expiresAt }))
      .thenRejected('Verification failed. This link has expired. Please request a new one.', 'invalid');
  });

  it('rejects a wrong token', () =>
    given(Account, registered, requested(first))
      .when(show({ tokenHash: 't9' }))
      .thenRejected(NOT_VALID, 'invalid'));

  it('rejects a token without a request', () =>
    given(Account, registered).when(show()).thenRejected(NOT_VALID, 'invalid'));

  it('is rejected when the account does not exist or was deleted', () => {
    given(Account).when(show()).thenRejected('User not found', 'notFound');
    given(Account, registered, requested(first), deleted)
      .when(show())
      .thenRejected('User not found', 'notFound');
  });

  it('rejects an older token after a newer request, and accepts the newer one (V6.6.2)', () => {
    const story = given(Account, registered, requested(first), requested(second));
    story.when(show()).thenRejected(NOT_VALID, 'invalid');
    story.when(show({ verificationId: 'v2', tokenHash: 't2' })).then(verified);
  });

  it('rejects a used token', () =>
    given(Account, registered, requested(first), verified)
      .when(show())
      .thenRejected('Verification failed. This link has already been used. Please log in.', 'invalid'));
});
