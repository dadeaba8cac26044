import type { Catalogue } from '../../kernel/event.js';

export interface RegistrationsEvents {
  /**
   * Somebody begins to register an account for this address, which nobody has proved yet. Written before the account
   * itself: where there is no such account, the try broke off.
   */
  RegistrationOpened: {
    /** The address as a keyed hash. */
    emailHash: string;
    accountId: string;
  };
}

export const registrationsEvents: Catalogue<RegistrationsEvents> = {
  RegistrationOpened: { version: 1 },
};
