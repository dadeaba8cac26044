import type { RegistrationsEvents } from './registrations.events.js';

/** Record that an account is about to be registered for an address. */
export type OpenRegistration = RegistrationsEvents['RegistrationOpened'];
