import { Account } from '../../src/domain/account/account.js';
import type { Command } from '../../src/kernel/aggregate.js';
import { deleted, registered } from '../support/account-story.js';
import { given } from '../support/given.js';
import { SUSPENSION, suspensionFor } from '../support/suspensions.js';

const dueAt = '2026-11-28T12:00:00.000Z';
const suspended = {
  type: 'AccountSuspended',
  data: { accountId: 'ann', ...suspensionFor('Spam', SUSPENSION) },
} as const;
const restored = {
  type: 'AccountRestored',
  data: { accountId: 'ann', suspensionId: SUSPENSION, reason: 'A mistake' },
} as const;
const granted = { type: 'AdminRightsGranted', data: { accountId: 'ann' } } as const;
const revoked = { type: 'AdminRightsRevoked', data: { accountId: 'ann' } } as const;
const requested = { type: 'DeletionRequested', data: { accountId: 'ann', dueAt } } as const;
const cancelled = { type: 'DeletionCancelled', data: { accountId: 'ann' } } as const;

const suspend = Account.SuspendAccount(suspended.data);
const restore = Account.RestoreAccount(restored.data);
const grant = Account.GrantAdminRights(granted.data);
const revoke = Account.RevokeAdminRights(revoked.data);
const request = Account.RequestDeletion(requested.data);
const cancel = Account.CancelDeletion(cancelled.data);

describe('suspending and restoring', () => {
  it('alternate', () => {
    given(Account, registered).when(suspend).then(suspended);
    given(Account, registered, suspended).when(restore).then(restored);
    given(Account, registered, suspended, restored).when(suspend).then(suspended);
  });

  it('do nothing when repeated', () => {
    given(Account, registered, suspended).when(suspend).thenNothing();
    given(Account, registered).when(restore).thenNothing();
  });
});

describe('the link to the back office', () => {
  it('is shown and hidden', () => {
    given(Account, registered).when(grant).then(granted);
    given(Account, registered, granted).when(revoke).then(revoked);
  });

  it('does not change when a command is repeated', () => {
    given(Account, registered, granted).when(grant).thenNothing();
    given(Account, registered, granted, revoked).when(revoke).thenNothing();
  });
});

describe('requesting deletion', () => {
  it('records the deadline; a second request does not move it', () => {
    given(Account, registered).when(request).then(requested);
    given(Account, registered, requested)
      .when(Account.RequestDeletion({ accountId: 'ann', dueAt: '2026-11-30T12:00:00.000Z' }))
      .thenNothing();
  });

  it('can be cancelled and requested again', () => {
    given(Account, registered, requested).when(cancel).then(cancelled);
    given(Account, registered, requested, cancelled).when(request).then(requested);
  });

  it('cannot be cancelled without a request', () => given(Account, registered).when(cancel).thenNothing());
});

describe('deleting', () => {
  const remove = (now: string) => Account.DeleteAccount({ accountId: 'ann', now });
  const picture = {
    type: 'ProfilePictureChanged',
    data: { accountId: 'ann', pictureId: 'p1', previousId: null },
  } as const;

  it('happens once, from the deadline on, and records the address and picture', () => {
    given(Account, registered, requested).when(remove(dueAt)).then(deleted);
    given(Account, registered, picture, requested)
      .when(remove(dueAt))
      .then({ type: 'AccountDeleted', data: { ...deleted.data, pictureId: 'p1' } });
    given(Account, registered, requested, deleted).when(remove(dueAt)).thenNothing();
  });

  it('needs no deadline if two admins have decided it', () => {
    const decided = Account.DeleteAccount({ accountId: 'ann', now: dueAt, isConfirmed: true });
    given(Account, registered).when(decided).then(deleted);
    given(Account, registered, deleted).when(decided).thenNothing();
  });

  it('is rejected before the deadline, without a request, and after a cancellation', () => {
    const message = 'This account is not due for deletion yet.';
    const before = remove('2026-11-28T11:59:59.999Z');
    given(Account, registered, requested).when(before).thenRejected(message, 'conflict');
    given(Account, registered).when(remove(dueAt)).thenRejected(message, 'conflict');
    given(Account, registered, requested, cancelled).when(remove(dueAt)).thenRejected(message, 'conflict');
  });
});

describe('an account that does not exist', () => {
  const commands: readonly [string, Command<object>][] = [
    suspend,
    restore,
    grant,
    revoke,
    request,
    cancel,
  ].map((command) => [command.constructor.name, command]);

  it.each(commands)('rejects %s', (_, command) => {
    given(Account).when(command).thenRejected('User not found', 'notFound');
    given(Account, registered, deleted).when(command).thenRejected('User not found', 'notFound');
  });

  it('cannot be deleted', () =>
    given(Account)
      .when(Account.DeleteAccount({ accountId: 'ann', now: dueAt }))
      .thenRejected('User not found', 'notFound'));
});
