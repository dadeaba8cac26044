import {
  ChangePassword,
  RequestPasswordReset,
  ResetPassword,
} from '../../src/domain/account/account.commands.js';
import { account } from '../../src/domain/account/account.js';
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

const NOT_VALID = 'This link is not valid any more. Please use the newest one or request another.';

describe('asking for a link that sets a new password', () => {
  const ask = new RequestPasswordReset({ accountId: 'ann', reset: first });

  it('is noted', () => given(account, registered, verified).when(ask).then(requested(first)));

  it('comes to nothing before the address is proved', () =>
    given(account, registered).when(ask).thenNothing());

  it('is refused where there is no account, or none any more', () => {
    given(account).when(ask).thenRejected('User not found', 'notFound');
    given(account, registered, verified, deleted).when(ask).thenRejected('User not found', 'notFound');
  });
});

describe('setting a new password by a link', () => {
  const show = (shown: Partial<ResetPassword['data']> = {}) =>
    new ResetPassword({
      accountId: 'ann',
      resetId: 'r1',
      tokenHash: 't1',
      passwordHash: 'second password',
      now: '2026-11-21T12:30:00.000Z',
      ...shown,
    });

  it('works until the last moment, and not from then on', () => {
    const story = given(account, registered, verified, requested(first));
    story.when(show({ now: '2026-11-21T12:59:59.999Z' })).then(resetTo('second password'));
    story
      .when(show({ now: first.expiresAt }))
      .thenRejected('This link has expired. Please request a new one.', 'invalid');
  });

  it('works once', () =>
    given(account, registered, verified, requested(first), resetTo('second password'))
      .when(show())
      .thenRejected(NOT_VALID, 'invalid'));

  it('works with the newest link only', () => {
    const story = given(account, registered, verified, requested(first), requested(second));
    story.when(show()).thenRejected(NOT_VALID, 'invalid');
    story.when(show({ resetId: 'r2', tokenHash: 't2' })).then(resetTo('second password'));
  });

  it('works no more once the password was changed by somebody who knew it', () =>
    given(account, registered, verified, requested(first), changedTo('third password'))
      .when(show())
      .thenRejected(NOT_VALID, 'invalid'));

  it('refuses another token for the same request, and any where nothing was asked for', () => {
    given(account, registered, verified, requested(first))
      .when(show({ tokenHash: 't9' }))
      .thenRejected(NOT_VALID, 'invalid');
    given(account, registered, verified).when(show()).thenRejected(NOT_VALID, 'invalid');
  });

  it('is refused once the account is gone', () =>
    given(account, registered, verified, requested(first), deleted)
      .when(show())
      .thenRejected('User not found', 'notFound'));
});

describe('changing a password that one knows', () => {
  const change = (currentHash: string) =>
    new ChangePassword({ accountId: 'ann', currentHash, passwordHash: 'second password' });

  it('puts the new one in its place', () =>
    given(account, registered).when(change('first password')).then(changedTo('second password')));

  it('refuses when another one has taken that place since it was checked', () => {
    const message = 'Current password is incorrect';
    given(account, registered, changedTo('other password'))
      .when(change('first password'))
      .thenRejected(message, 'invalid');
    given(account, registered, verified, requested(first), resetTo('other password'))
      .when(change('first password'))
      .thenRejected(message, 'invalid');
  });

  it('is refused where there is no account, or none any more', () => {
    given(account).when(change('first password')).thenRejected('User not found', 'notFound');
    given(account, registered, deleted)
      .when(change('first password'))
      .thenRejected('User not found', 'notFound');
  });
});
