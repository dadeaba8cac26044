import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, nullable, time } from '../../kernel/field.js';
import { type Account, type OfAccount, requireAccount } from './account-state.js';

/** An account as a whole: admin rights and deletion. */

const fields = { accountId: id };
const deletion = { accountId: id, dueAt: time };
const about = { accountId: 'person' };

export const lifecycleEvents = {
  /** The person sees the link to the back office. */
  AdminRightsGranted: event(fields, '{actor} showed {accountId} the link to the back office.', about),
  /** The person no longer sees the link to the back office. */
  AdminRightsRevoked: event(fields, '{actor} hid the link to the back office from {accountId}.', about),
  /** The person asked for deletion of the account, and can cancel it until `dueAt` (ISO 8601). */
  DeletionRequested: event(deletion, '{actor} asked to delete the account on {dueAt|time}.', about),
  /** The person cancelled the deletion. */
  DeletionCancelled: event(fields, '{actor} kept the account and cancelled its deletion.', about),
  /** The account was deleted. The person's key is destroyed after this. No event of this account can follow. */
  AccountDeleted: event(
    { accountId: id, emailHash: id, pictureId: nullable(id) },
    '{actor} erased the account of {accountId} for good.',
    about,
  ),
};

export const lifecycleFolds = {
  AdminRightsGranted: (state) => ({ ...state, isAdmin: true }),
  AdminRightsRevoked: (state) => ({ ...state, isAdmin: false }),
  DeletionRequested: (state, { dueAt }) => ({ ...state, deletionDueAt: dueAt }),
  DeletionCancelled: (state) => ({ ...state, deletionDueAt: null }),
  AccountDeleted: (state) => ({ ...state, pictureId: null, deleted: true }),
} satisfies Evolve<Account, typeof lifecycleEvents>;

export interface Deletion extends OfAccount {
  readonly now: string;
  readonly isConfirmed?: boolean;
}

export const lifecycleRules = {
  /** Show a person the link to the back office. Access still needs an admin login. */
  GrantAdminRights(data: OfAccount, account) {
    requireAccount(account);
    return account.isAdmin ? [] : [{ type: 'AdminRightsGranted', data }];
  },
  /** Hide the link to the back office again. */
  RevokeAdminRights(data: OfAccount, account) {
    requireAccount(account);
    return account.isAdmin ? [{ type: 'AdminRightsRevoked', data }] : [];
  },
  /** Request deletion of the account at `dueAt` (ISO 8601). It can be cancelled until then. */
  RequestDeletion(data: DataOf<typeof deletion>, account) {
    requireAccount(account);
    // A second request does not move the deadline.
    return account.deletionDueAt === null ? [{ type: 'DeletionRequested', data }] : [];
  },
  /** Cancel the requested deletion. */
  CancelDeletion(data: OfAccount, account) {
    requireAccount(account);
    return account.deletionDueAt === null ? [] : [{ type: 'DeletionCancelled', data }];
  },
  /** Delete an account whose deletion is due at `now` (ISO 8601), or `isConfirmed` by two admins. */
  DeleteAccount({ accountId, now, isConfirmed = false }: Deletion, account) {
    if (account.deleted) return [];
    requireAccount(account);
    const { deletionDueAt, pictureId, registered } = account;
    if (!isConfirmed && (deletionDueAt === null || now < deletionDueAt)) {
      throw new Rejected('conflict', 'This account is not due for deletion yet.');
    }
    return [{ type: 'AccountDeleted', data: { accountId, emailHash: registered.emailHash, pictureId } }];
  },
} satisfies Rules<Account, typeof lifecycleEvents>;
