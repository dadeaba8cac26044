import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const registrationsEvents = {
  /**
   * A visitor starts to register an account for this address, or an unverified account changes to it. It is written before
   * the account: if the account does not exist, the registration was interrupted.
   */
  RegistrationOpened: event(
    {
      /** The address as a keyed hash. */
      emailHash: id,
      accountId: id,
    },
    '{actor} started to register an email address for {accountId}.',
    { accountId: 'person' },
  ),
};

export type RegistrationsEvents = EventsOf<typeof registrationsEvents>;
