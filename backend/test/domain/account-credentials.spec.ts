import { Account } from '../../src/domain/account/account.js';
import { deleted, registered, verified } from '../support/account-story.js';
import { given } from '../support/given.js';

const first = { resetId: 'r1', tokenHash: 't1', expiresAt: '2026-11-21T13:00:00.000Z' };
const second = { resetId: 'r2', tokenHash: 't2', expiresAt: '2026-11-21T14:00:00.000Z' };
const requested = (reset: typeof first) =>
  ({ type: 'PasswordResetRequested', data: { accountId: 'ann', ...reset } }) as const;
const resetTo = (passwordHash: string) =>
  ({ type: 'PasswordReset', data: { accountId: 'ann', passwordHash } }) as const;
const changedTo = (passwordHash: string) =>
  ({ type: 'PasswordChanged', data: { accountId: 'ann', passwordHash } }) as const;
const corrected = {
  type: 'EmailChanged',
  data: { accountId: 'ann', email: 'other@example.org', emailHash: 'other', previousHash: 'hash' },
} as const;

const NOT_VALID = 'This link is not valid any more. Please use the newest one or request another.';

describe('requesting a password reset', () => {
  const ask = Account.RequestPasswordReset({ accountId: 'ann', reset: first });

  it('is recorded', () => given(Account, registered, verified).when(ask).then(requested(first)));

  it('is recorded before the address is verified, too', () =>
    given(Account, registered).when(ask).then(requested(first)));

  it('is rejected when the account does not exist or was deleted', () => {
    given(Account).when(ask).thenRejected('User not found', 'notFound');
    given(Account, registered, verified, deleted).when(ask).thenRejected('User not found', 'notFound');
  });
});

describe('setting a new password with a mailed link', () => {
  const show = (shown: Partial<Parameters<typeof Account.ResetPassword>[0]> = {}) =>
    Account.ResetPassword({
      accountId: 'ann',
      resetId: 'r1',
      tokenHash: 't1',
      passwordHash: 'second password',
      now: '2026-11-21T12:30:00.000Z',
      ...shown,
    });

  it('works until the link expires', () => {
    const story = given(Account, registered, verified, requested(first));
    story.when(show({ now: '2026-11-21T12:59:59.999Z' })).then(resetTo('second password'));
    story
      .when(show({ now: first.expiresAt }))
      .thenRejected('This link has expired. Please request a new one.', 'invalid');
  });

  it('verifies the address that the link was mailed to, in one append with the password', () => {
    const story = given(Account, registered, requested(first));
    story
      .when(show())
      .then({ type: 'EmailVerified', data: { accountId: 'ann' } }, resetTo('second password'));
    story
      .when(show({ now: first.expiresAt }))
      .thenRejected('This link has expired. Please request a new one.', 'invalid');
  });

  it('does not work after the address was corrected: it was mailed to another one', () =>
    given(Account, registered, requested(first), corrected).when(show()).thenRejected(NOT_VALID, 'invalid'));

  it('works only once (V6.4.3)', () =>
    given(Account, registered, verified, requested(first), resetTo('second password'))
      .when(show())
      .thenRejected(NOT_VALID, 'invalid'));

  it('works with the newest link only', () => {
    const story = given(Account, registered, verified, requested(first), requested(second));
    story.when(show()).thenRejected(NOT_VALID, 'invalid');
    story.when(show({ resetId: 'r2', tokenHash: 't2' })).then(resetTo('second password'));
  });

  it('no longer works after the password was changed with the old one', () =>
    given(Account, registered, verified, requested(first), changedTo('third password'))
      .when(show())
      .thenRejected(NOT_VALID, 'invalid'));

  it('rejects a wrong token, and any token without a request', () => {
    given(Account, registered, verified, requested(first))
      .when(show({ tokenHash: 't9' }))
      .thenRejected(NOT_VALID, 'invalid');
    given(Account, registered, verified).when(show()).thenRejected(NOT_VALID, 'invalid');
  });

  it('is rejected after the account was deleted', () =>
    given(Account, registered, verified, requested(first), deleted)
      .when(show())
      .thenRejected('User not found', 'notFound'));
});

describe('changing a known password', () => {
  const change = (currentHash: string) =>
    Account.ChangePassword({ accountId: 'ann', currentHash, passwordHash: 'second password' });

  it('replaces the old password', () =>
    given(Account, registered).when(change('first password')).then(changedTo('second password')));

  it('is rejected when the password has changed since the check', () => {
    const message = 'Current password is incorrect';
    given(Account, registered, changedTo('other password'))
      .when(change('first password'))
      .thenRejected(message, 'invalid');
    given(Account, registered, verified, requested(first), resetTo('other password'))
      .when(change('first password'))
      .thenRejected(message, 'invalid');
  });

  it('is rejected when the account does not exist or was deleted', () => {
    given(Account).when(change('first password')).thenRejected('User not found', 'notFound');
    given(Account, registered, deleted)
      .when(change('first password'))
      .thenRejected('User not found', 'notFound');
  });
});

describe('renewing the hash of a password', () => {
  const renew = Account.RenewPasswordHash({
    accountId: 'ann',
    currentHash: 'first password',
    passwordHash: 'renewed',
  });
  const renewed = {
    type: 'PasswordHashRenewed',
    data: { accountId: 'ann', passwordHash: 'renewed' },
  } as const;

  it('replaces the hash that was checked', () => given(Account, registered).when(renew).then(renewed));

  it('does nothing when the password has changed since the check, or the account is gone', () => {
    given(Account, registered, changedTo('other password')).when(renew).thenNothing();
    given(Account, registered, verified, requested(first), resetTo('other password'))
      .when(renew)
      .thenNothing();
    given(Account, registered, renewed).when(renew).thenNothing();
    given(Account).when(renew).thenNothing();
    given(Account, registered, deleted).when(renew).thenNothing();
  });

  it('is no change of the password: the link of a reset stays valid, and a change needs the new hash', () => {
    given(Account, registered, verified, requested(first), renewed)
      .when(
        Account.ResetPassword({
          accountId: 'ann',
          resetId: 'r1',
          tokenHash: 't1',
          passwordHash: 'second password',
          now: '2026-11-21T12:00:00.000Z',
        }),
      )
      .then(resetTo('second password'));
    given(Account, registered, renewed)
      .when(
        Account.ChangePassword({ accountId: 'ann', currentHash: 'renewed', passwordHash: 'second password' }),
      )
      .then(changedTo('second password'));
  });
});
