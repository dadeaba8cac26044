import { Command } from '../../kernel/aggregate.js';
import type { ProposalEvents } from './proposal.events.js';

/** Ask for an act that needs two people. */
export class ProposeAct extends Command<ProposalEvents['ActProposed']> {}

/** Confirm it at `now` (ISO 8601). `accountIds` are the accounts of the admin `by`. */
export class ConfirmAct extends Command<{
  proposalId: string;
  by: string;
  accountIds: readonly string[];
  now: string;
}> {}

/** Withdraw it. Every owner may. */
export class WithdrawAct extends Command<ProposalEvents['ActWithdrawn']> {}

/** Decide at `now` (ISO 8601) about an act whose time is over: a delayed one takes effect, any other lapses. */
export class SettleAct extends Command<{ proposalId: string; now: string }> {}

/** Record that it was carried out, or why a rule rejected it. */
export class CloseAct extends Command<{ proposalId: string; problem: string | null }> {}
