import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id } from '../../kernel/field.js';

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

const NONE: Registrations = { accountIds: [] };

const fields = {
  /** The address as a keyed hash. */
  emailHash: id,
  accountId: id,
};
type Registration = DataOf<typeof fields>;

export const Registrations = aggregate('registrations', {
  id: ({ emailHash }: Registration) => emailHash,
  initial: NONE,
  snapshot: { version: 1, isPersonal: false },
  events: {
    /**
     * A visitor starts to register an account for this address, or an unverified account changes to it. It is written before
     * the account: if the account does not exist, the registration was interrupted.
     */
    RegistrationOpened: event(fields, '{actor} started to register an email address for {accountId}.', {
      accountId: 'person',
    }),
  },
}).rules({
  evolve: {
    RegistrationOpened: ({ accountIds }, { accountId }) => ({
      accountIds: [accountId, ...accountIds].slice(0, MOST_REGISTRATIONS),
    }),
  },
  decide: {
    /** Record that an account is about to be registered for an address. */
    OpenRegistration: (opening: Registration, { accountIds }) =>
      accountIds.includes(opening.accountId) ? [] : [{ type: 'RegistrationOpened', data: opening }],
  },
});
