import type { Aggregate } from '../../kernel/aggregate.js';
import * as commands from './registrations.commands.js';
import type { RegistrationsEvents } from './registrations.events.js';

/**
 * The accounts that were registered for one address, to sign in to those that have not proved it yet. No entry is ever
 * closed: that an account has proved its address, is deleted, or never came to be is said by its own stream, and such an
 * entry counts for nothing.
 */
export interface Registrations {
  /** Newest first, at most {@link MOST_REGISTRATIONS}. */
  readonly accountIds: readonly string[];
}

/** So many of the newest registrations of an address are known: more than may be signed in to, as some count for nothing. */
export const MOST_REGISTRATIONS = 12;

export const registrations: Aggregate<Registrations, RegistrationsEvents, typeof commands> = {
  category: 'registrations',
  id: ({ emailHash }) => emailHash,
  initial: { accountIds: [] },
  snapshot: { version: 1, isPersonal: false },
  commands,
  decide: {
    OpenRegistration: (opening, { accountIds }) =>
      accountIds.includes(opening.accountId) ? [] : [{ type: 'RegistrationOpened', data: opening }],
  },
  evolve: {
    RegistrationOpened: ({ accountIds }, { accountId }) => ({
      accountIds: [accountId, ...accountIds].slice(0, MOST_REGISTRATIONS),
    }),
  },
};
