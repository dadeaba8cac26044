import { Rejected } from '../../kernel/aggregate.js';
import { type Account, type DataOf, type Decision, requireAccount } from './account-state.js';

/** What may be done to an account as a whole, and how it ends. */

export const suspendAccount = (wish: DataOf<'SuspendAccount'>, account: Account): Decision => {
  requireAccount(account);
  return account.suspension ? [] : [{ type: 'AccountSuspended', data: wish }];
};

export const restoreAccount = (wish: DataOf<'RestoreAccount'>, account: Account): Decision => {
  requireAccount(account);
  return account.suspension ? [{ type: 'AccountRestored', data: wish }] : [];
};

export const grantAdminRights = (wish: DataOf<'GrantAdminRights'>, account: Account): Decision => {
  requireAccount(account);
  return account.isAdmin ? [] : [{ type: 'AdminRightsGranted', data: wish }];
};

export const revokeAdminRights = (wish: DataOf<'RevokeAdminRights'>, account: Account): Decision => {
  requireAccount(account);
  return account.isAdmin ? [{ type: 'AdminRightsRevoked', data: wish }] : [];
};

export const requestDeletion = (wish: DataOf<'RequestDeletion'>, account: Account): Decision => {
  requireAccount(account);
  // Asking again does not give more time, and does not take any away.
  return account.deletionDueAt === null ? [{ type: 'DeletionRequested', data: wish }] : [];
};

export const cancelDeletion = (wish: DataOf<'CancelDeletion'>, account: Account): Decision => {
  requireAccount(account);
  return account.deletionDueAt === null ? [] : [{ type: 'DeletionCancelled', data: wish }];
};

export const deleteAccount = ({ accountId, now }: DataOf<'DeleteAccount'>, account: Account): Decision => {
  if (account.deleted) return [];
  requireAccount(account);
  if (account.deletionDueAt === null || now < account.deletionDueAt) {
    throw new Rejected('conflict', 'This account is not to be deleted yet.');
  }
  const emailHash = account.registered?.emailHash ?? '';
  return [{ type: 'AccountDeleted', data: { accountId, emailHash, pictureId: account.pictureId } }];
};
