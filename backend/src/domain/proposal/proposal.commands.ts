import type { AdminRoles } from '../admin/admin-roles-state.js';
import type { Person } from '../admin/person.js';
import type { ProposalFields } from './proposal.events.js';

/** Which proposal, the roles of all admins, and when (ISO 8601): what decides who may confirm it. */
interface Facts {
  readonly proposalId: string;
  readonly roles: AdminRoles;
  readonly now: string;
}

/** Ask for an act that needs two people. */
export type ProposeAct = Facts & Omit<ProposalFields, 'dueAt' | 'isDelayed'>;

/** Confirm it, in the name of the admin `by`. */
export type ConfirmAct = Facts & { by: Person };

/** Withdraw it. Every owner may, but not the one whom it is about. */
export type WithdrawAct = Omit<Facts, 'now'> & { by: Person };

/** Decide again whether it is delayed; once its time is over, a delayed one takes effect and any other lapses. */
export type SettleAct = Facts;

/** Record that it was carried out, or why a rule rejected it. */
export type CloseAct = { proposalId: string; problem: string | null };
