import { Rejected } from '../../kernel/aggregate.js';
import type * as commands from './account.commands.js';
import { type Account, type Decision, requireAccount } from './account-state.js';

/** Decisions about an account as a whole: admin rights and deletion. */

export const grantAdminRights = (command: commands.GrantAdminRights, account: Account): Decision => {
  requireAccount(account);
  return account.isAdmin ? [] : [{ type: 'AdminRightsGranted', data: command }];
};

export const revokeAdminRights = (command: commands.RevokeAdminRights, account: Account): Decision => {
  requireAccount(account);
  return account.isAdmin ? [{ type: 'AdminRightsRevoked', data: command }] : [];
};

export const requestDeletion = (command: commands.RequestDeletion, account: Account): Decision => {
  requireAccount(account);
  // A second request does not move the deadline.
  return account.deletionDueAt === null ? [{ type: 'DeletionRequested', data: command }] : [];
};

export const cancelDeletion = (command: commands.CancelDeletion, account: Account): Decision => {
  requireAccount(account);
  return account.deletionDueAt === null ? [] : [{ type: 'DeletionCancelled', data: command }];
};

export const deleteAccount = (
  { accountId, now, isConfirmed = false }: commands.DeleteAccount,
  account: Account,
): Decision => {
  if (account.deleted) return [];
  requireAccount(account);
  if (!isConfirmed && (account.deletionDueAt === null || now < account.deletionDueAt)) {
    throw new Rejected('conflict', 'This account is not due for deletion yet.');
  }
  const emailHash = account.registered?.emailHash ?? '';
  return [{ type: 'AccountDeleted', data: { accountId, emailHash, pictureId: account.pictureId } }];
};
