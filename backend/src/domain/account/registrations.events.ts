import type { Catalogue } from '../../kernel/event.js';

export interface RegistrationsEvents {
  /**
   * A visitor starts to register an account for this address, or an unverified account changes to it. It is written before
   * the account: if the account does not exist, the registration was interrupted.
   */
  RegistrationOpened: {
    /** The address as a keyed hash. */
    emailHash: string;
    accountId: string;
  };
}

export const registrationsEvents: Catalogue<RegistrationsEvents> = {
  RegistrationOpened: {
    version: 1,
    trail: {
      says: '{actor} started to register an email address for {accountId}.',
      about: { accountId: 'person' },
    },
  },
};
