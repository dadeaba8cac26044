import type { Suspension } from '../../src/domain/account/account-state.js';

/** The id of a suspension in a given history. */
export const SUSPENSION = 's1';

/** A suspension by moderation, without an end. */
export function suspensionFor(reason: string, suspensionId: string = crypto.randomUUID()): Suspension {
  return {
    suspensionId,
    cause: 'moderation',
    reason,
    endsAt: null,
    code: null,
    note: null,
    hidesPosts: false,
  };
}
