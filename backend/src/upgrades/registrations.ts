import pLimit from 'p-limit';
import { OpenRegistration } from '../domain/account/registrations.commands.js';
import type { RegistrationsEvents } from '../domain/account/registrations.events.js';
import { registrations } from '../domain/account/registrations.js';
import type { DomainEvent } from '../domain/events.js';
import { causedBy } from '../kernel/causation.js';
import type { CommandRunner } from '../kernel/commands/command-runner.js';
import type { EventLog, LoggedEvent } from '../kernel/event-log.js';
import type { EventCodec } from '../kernel/log/codec.js';
import { type Upgrade, causeOf } from './upgrades.js';

/** The dependencies of the upgrade. */
export interface RegistrationsParts {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly runner: Pick<CommandRunner, 'run'>;
}

type Opening = RegistrationsEvents['RegistrationOpened'];

const NAME = 'registrations';
const PAGE = 1000;
const ADDRESSES_AT_ONCE = 50;
const TYPES = new Set(['RegistrationOpened', 'AccountRegistered', 'EmailVerified', 'AccountDeleted']);

/**
 * Appends RegistrationOpened for unverified accounts that were registered before this event existed, so that their
 * owners can sign in. Reads the whole log once. Returns the number of accounts.
 */
export function registrationsUpgrade(parts: RegistrationsParts): Upgrade {
  return {
    name: NAME,
    run: async () => {
      const missing = await missingIn(parts);
      const limit = pLimit(ADDRESSES_AT_ONCE);
      await causedBy(causeOf(NAME), () =>
        Promise.all(
          [...missing.values()].map((openings) => limit(() => openInOrder(parts.runner, openings))),
        ),
      );
      return [...missing.values()].flat().length;
    },
  };
}

/** The missing events by address, in the order of registration. */
async function missingIn({ log, codec }: RegistrationsParts): Promise<Map<string, Opening[]>> {
  const unverified = new Map<string, Opening>();
  const opened = new Set<string>();
  for (let after = 0; ;) {
    const page = await log.readAll(after, PAGE);
    const last = page.at(-1);
    if (!last) break;
    for (const event of await eventsOf(codec, page)) {
      const { accountId } = event.data as { accountId: string };
      if (event.type === 'RegistrationOpened') opened.add(accountId);
      else if (event.type !== 'AccountRegistered') unverified.delete(accountId);
      else unverified.set(accountId, { emailHash: event.data.emailHash, accountId });
    }
    after = last.position;
  }
  const missing = [...unverified.values()].filter(({ accountId }) => !opened.has(accountId));
  return Map.groupBy(missing, ({ emailHash }) => emailHash);
}

/** The relevant events of a page. Skips quarantined events: such an account cannot sign in anyway. */
async function eventsOf(codec: RegistrationsParts['codec'], page: readonly LoggedEvent[]) {
  const { events } = await codec.decode(page.filter(({ type }) => TYPES.has(type)));
  return events as readonly DomainEvent[];
}

async function openInOrder(runner: RegistrationsParts['runner'], openings: readonly Opening[]) {
  for (const opening of openings) await runner.run(registrations, new OpenRegistration(opening));
}
