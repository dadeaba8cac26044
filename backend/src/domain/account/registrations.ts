import { aggregate } from '../../kernel/aggregate.js';
import type * as commands from './registrations.commands.js';
import { registrationsEvents } from './registrations.events.js';

/**
 * The accounts registered for one address. Sign-in uses it to find accounts that are not verified. Entries are never
 * removed: the stream of an account says whether it is verified, deleted or was never created, and then the entry is
 * ignored.
 */
export interface Registrations {
  /** Newest first, at most {@link MOST_REGISTRATIONS}. */
  readonly accountIds: readonly string[];
}

/** Only this many of the newest registrations are kept. It exceeds the sign-in limit, because some are ignored. */
export const MOST_REGISTRATIONS = 12;

type Key = commands.OpenRegistration;

const initial: Registrations = { accountIds: [] };

export const Registrations = aggregate('registrations', {
  id: ({ emailHash }: Key) => emailHash,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: registrationsEvents,
}).rules({
  evolve: {
    RegistrationOpened: ({ accountIds }, { accountId }) => ({
      accountIds: [accountId, ...accountIds].slice(0, MOST_REGISTRATIONS),
    }),
  },
  decide: {
    OpenRegistration: (opening: Key, { accountIds }) =>
      accountIds.includes(opening.accountId) ? [] : [{ type: 'RegistrationOpened', data: opening }],
  },
});
