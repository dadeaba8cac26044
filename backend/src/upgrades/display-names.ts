import pLimit from 'p-limit';
import { ClaimUsername } from '../domain/account/username.commands.js';
import type { UsernameEvents } from '../domain/account/username.events.js';
import { username } from '../domain/account/username.js';
import type { DomainEvent } from '../domain/events.js';
import { Rejected } from '../kernel/aggregate.js';
import { causedBy } from '../kernel/causation.js';
import type { CommandRunner } from '../kernel/commands/command-runner.js';
import type { EventLog } from '../kernel/event-log.js';
import type { EventCodec } from '../kernel/log/codec.js';
import { eachBatch } from '../kernel/log/whole-log.js';
import { type Upgrade, causeOf } from './upgrades.js';

/** The dependencies of the upgrade. */
export interface DisplayNamesParts {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly runner: Pick<CommandRunner, 'run'>;
  /** The hash that names the stream of a display name. */
  readonly hashOf: (displayUsername: string) => string;
}

type Claim = UsernameEvents['UsernameClaimed'];

const NAME = 'display-names';
const NAMES_AT_ONCE = 50;
const TYPES = new Set(['ProfileChanged', 'AccountDeleted']);

/**
 * Claims the display names that people chose before names were claimed. Of names that look alike, the one that was chosen
 * first is claimed; the others stay as they are, unclaimed. Reads the whole log once. Returns the number of claims.
 */
export function displayNamesUpgrade(parts: DisplayNamesParts): Upgrade {
  return {
    name: NAME,
    run: async () => {
      const claims = await claimsIn(parts);
      const limit = pLimit(NAMES_AT_ONCE);
      const alike = Map.groupBy(claims, ({ usernameHash }) => usernameHash);
      const claimed = await causedBy(causeOf(NAME), () =>
        Promise.all([...alike.values()].map((same) => limit(() => claimFirst(parts.runner, same)))),
      );
      return claimed.reduce((sum, events) => sum + events, 0);
    },
  };
}

/** The current names of all accounts, in the order in which they were chosen. */
async function claimsIn({ log, codec, hashOf }: DisplayNamesParts): Promise<readonly Claim[]> {
  const claims = new Map<string, Claim>();
  await eachBatch(log, async (page) => {
    const { events } = await codec.decode(page.filter(({ type }) => TYPES.has(type)));
    for (const event of events as readonly DomainEvent[]) {
      if (event.type === 'AccountDeleted') claims.delete(event.data.accountId);
      if (event.type !== 'ProfileChanged') continue;
      const { accountId, displayUsername } = event.data;
      const usernameHash = displayUsername === null ? null : hashOf(displayUsername);
      if (usernameHash === claims.get(accountId)?.usernameHash) continue;
      // A map keeps the place of a key that is set again.
      claims.delete(accountId);
      if (usernameHash !== null) claims.set(accountId, { usernameHash, accountId });
    }
    return true;
  });
  return [...claims.values()];
}

/** Returns the number of events: none if an account has claimed the name already. */
async function claimFirst(runner: DisplayNamesParts['runner'], [first]: readonly Claim[]): Promise<number> {
  if (!first) return 0;
  try {
    return (await runner.run(username, new ClaimUsername(first))).events;
  } catch (error) {
    if (error instanceof Rejected) return 0;
    throw error;
  }
}
