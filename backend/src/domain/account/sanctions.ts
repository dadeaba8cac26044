import { Rejected } from '../../kernel/aggregate.js';
import type * as commands from './account.commands.js';
import { NOBODY } from '../admin/person.js';
import { noteOf, refuseOwn } from '../moderation/decisions.js';
import { REASONS } from '../moderation/reasons.js';
import { type Account, type Decision, requireAccount } from './account-state.js';
import { STRIKE_STEPS, type StrikeStep, type Suspension } from './account.events.js';

/** Decisions against a person: suspensions and strikes, and lifting them. */

const WEEK_MS = 7 * 24 * 60 * 60_000;

export const suspendAccount = (
  // The server itself decides about disputes.
  { decider = NOBODY, now, ...suspension }: commands.SuspendAccount,
  account: Account,
): Decision => {
  requireAccount(account);
  refuseOwn(decider, suspension.accountId);
  if (isSuspendedBy(account, suspension.suspensionId)) return [];
  if (now === undefined) return [{ type: 'AccountSuspended', data: suspension }];
  const { code, endsAt } = suspension;
  if (endsAt !== null && endsAt <= now) {
    throw new Rejected('invalid', 'The end of a suspension is in the future.');
  }
  const data = { ...suspension, note: noteOf({ reason: code ?? 'other', note: suspension.note ?? '' }) };
  return account.suspensions.some((known) => isSame(known, data)) ? [] : [{ type: 'AccountSuspended', data }];
};

function isSame(one: Suspension, other: Suspension): boolean {
  const fields = ['cause', 'code', 'note', 'endsAt', 'hidesPosts'] as const;
  return fields.every((field) => one[field] === other[field]);
}

export const restoreAccount = (
  // The server itself ends a suspension.
  { decider = NOBODY, ...restored }: commands.RestoreAccount,
  account: Account,
): Decision => {
  requireAccount(account);
  refuseOwn(decider, restored.accountId);
  return isSuspendedBy(account, restored.suspensionId) ? [{ type: 'AccountRestored', data: restored }] : [];
};

export const strikeAccount = (
  { decider, now, ...given }: commands.StrikeAccount,
  account: Account,
): Decision => {
  requireAccount(account);
  const { accountId, actId, reason } = given;
  refuseOwn(decider, accountId);
  const isKnown = account.undoneStrikes.includes(actId) || hasStrike(account, actId);
  if (isKnown) return [];
  const note = noteOf(given);
  const step = nextStep(account);
  const struck: Decision = [{ type: 'AccountStruck', data: { accountId, actId, step, reason, note } }];
  if (step === 'warning') return struck;
  const endsAt = step === 'week' ? new Date(Date.parse(now) + WEEK_MS).toISOString() : null;
  const suspension = {
    suspensionId: actId,
    cause: 'moderation' as const,
    reason: REASONS[reason].label,
    endsAt,
    code: reason,
    note,
    hidesPosts: false,
  };
  return [...struck, { type: 'AccountSuspended', data: { accountId, ...suspension } }];
};

export const undoStrike = (
  { accountId, actId, decider, because }: commands.UndoStrike,
  account: Account,
): Decision => {
  requireAccount(account);
  refuseOwn(decider, accountId);
  if (!hasStrike(account, actId)) return [];
  const undone: Decision = [{ type: 'StrikeUndone', data: { accountId, actId, because } }];
  return isSuspendedBy(account, actId)
    ? [...undone, { type: 'AccountRestored', data: { accountId, suspensionId: actId, reason: because } }]
    : undone;
};

/** The step that the next strike takes. The last one repeats. */
function nextStep({ strikes }: Account): StrikeStep {
  return STRIKE_STEPS[Math.min(strikes.length, STRIKE_STEPS.length - 1)] ?? 'permanent';
}

function hasStrike({ strikes }: Account, actId: string): boolean {
  return strikes.some((strike) => strike.actId === actId);
}

function isSuspendedBy({ suspensions }: Account, suspensionId: string): boolean {
  return suspensions.some((known) => known.suspensionId === suspensionId);
}
