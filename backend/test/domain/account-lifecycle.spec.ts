import {
  CancelDeletion,
  DeleteAccount,
  GrantAdminRights,
  RequestDeletion,
  RestoreAccount,
  RevokeAdminRights,
  SuspendAccount,
} from '../../src/domain/account/account.commands.js';
import { account } from '../../src/domain/account/account.js';
import type { Command } from '../../src/kernel/aggregate.js';
import { deleted, registered } from '../support/account-story.js';
import { given } from '../support/given.js';
import { SUSPENSION, suspensionFor } from '../support/suspensions.js';

const dueAt = '2026-11-28T12:00:00.000Z';
const suspended = { type: 'AccountSuspended', data: { accountId: 'ann', ...suspensionFor('Spam') } } as const;
const restored = {
  type: 'AccountRestored',
  data: { accountId: 'ann', suspensionId: SUSPENSION, reason: 'A mistake' },
} as const;
const granted = { type: 'AdminRightsGranted', data: { accountId: 'ann' } } as const;
const revoked = { type: 'AdminRightsRevoked', data: { accountId: 'ann' } } as const;
const requested = { type: 'DeletionRequested', data: { accountId: 'ann', dueAt } } as const;
const cancelled = { type: 'DeletionCancelled', data: { accountId: 'ann' } } as const;

const suspend = new SuspendAccount(suspended.data);
const restore = new RestoreAccount(restored.data);
const grant = new GrantAdminRights(granted.data);
const revoke = new RevokeAdminRights(revoked.data);
const request = new RequestDeletion(requested.data);
const cancel = new CancelDeletion(cancelled.data);

describe('suspending and restoring', () => {
  it('alternate', () => {
    given(account, registered).when(suspend).then(suspended);
    given(account, registered, suspended).when(restore).then(restored);
    given(account, registered, suspended, restored).when(suspend).then(suspended);
  });

  it('do nothing when repeated', () => {
    given(account, registered, suspended).when(suspend).thenNothing();
    given(account, registered).when(restore).thenNothing();
  });
});

describe('the link to the back office', () => {
  it('is shown and hidden', () => {
    given(account, registered).when(grant).then(granted);
    given(account, registered, granted).when(revoke).then(revoked);
  });

  it('does not change when a command is repeated', () => {
    given(account, registered, granted).when(grant).thenNothing();
    given(account, registered, granted, revoked).when(revoke).thenNothing();
  });
});

describe('requesting deletion', () => {
  it('records the deadline; a second request does not move it', () => {
    given(account, registered).when(request).then(requested);
    given(account, registered, requested)
      .when(new RequestDeletion({ accountId: 'ann', dueAt: '2026-11-30T12:00:00.000Z' }))
      .thenNothing();
  });

  it('can be cancelled and requested again', () => {
    given(account, registered, requested).when(cancel).then(cancelled);
    given(account, registered, requested, cancelled).when(request).then(requested);
  });

  it('cannot be cancelled without a request', () => given(account, registered).when(cancel).thenNothing());
});

describe('deleting', () => {
  const remove = (now: string) => new DeleteAccount({ accountId: 'ann', now });
  const picture = {
    type: 'ProfilePictureChanged',
    data: { accountId: 'ann', pictureId: 'p1', previousId: null },
  } as const;

  it('happens once, from the deadline on, and records the address and picture', () => {
    given(account, registered, requested).when(remove(dueAt)).then(deleted);
    given(account, registered, picture, requested)
      .when(remove(dueAt))
      .then({ type: 'AccountDeleted', data: { ...deleted.data, pictureId: 'p1' } });
    given(account, registered, requested, deleted).when(remove(dueAt)).thenNothing();
  });

  it('needs no deadline if two admins have decided it', () => {
    const decided = new DeleteAccount({ accountId: 'ann', now: dueAt, isConfirmed: true });
    given(account, registered).when(decided).then(deleted);
    given(account, registered, deleted).when(decided).thenNothing();
  });

  it('is rejected before the deadline, without a request, and after a cancellation', () => {
    const message = 'This account is not due for deletion yet.';
    const before = remove('2026-11-28T11:59:59.999Z');
    given(account, registered, requested).when(before).thenRejected(message, 'conflict');
    given(account, registered).when(remove(dueAt)).thenRejected(message, 'conflict');
    given(account, registered, requested, cancelled).when(remove(dueAt)).thenRejected(message, 'conflict');
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
    given(account).when(command).thenRejected('User not found', 'notFound');
    given(account, registered, deleted).when(command).thenRejected('User not found', 'notFound');
  });

  it('cannot be deleted', () =>
    given(account)
      .when(new DeleteAccount({ accountId: 'ann', now: dueAt }))
      .thenRejected('User not found', 'notFound'));
});
