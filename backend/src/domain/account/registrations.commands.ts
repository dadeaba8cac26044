import { Command } from '../../kernel/aggregate.js';
import type { RegistrationsEvents } from './registrations.events.js';

/** Record that an account is about to be registered for an address. */
export class OpenRegistration extends Command<RegistrationsEvents['RegistrationOpened']> {}
