import type { Suspension } from '../../src/domain/account/account-state.js';

/** The id of {@link suspensionFor}. */
export const SUSPENSION = 's1';

/** A suspension by moderation, without an end. */
export function suspensionFor(reason: string): Suspension {
  return {
    suspensionId: SUSPENSION,
    cause: 'moderation',
    reason,
    endsAt: null,
    code: null,
    note: null,
    hidesPosts: false,
  };
}
