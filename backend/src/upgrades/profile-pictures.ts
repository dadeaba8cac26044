import { ChangeProfilePicture } from '../domain/account/account.commands.js';
import { account } from '../domain/account/account.js';
import type { DomainEvent } from '../domain/events.js';
import { causedBy } from '../kernel/causation.js';
import type { CommandRunner } from '../kernel/commands/command-runner.js';
import type { EventLog } from '../kernel/event-log.js';
import type { EventCodec } from '../kernel/log/codec.js';
import { eachBatch } from '../kernel/log/whole-log.js';
import { type Upgrade, causeOf } from './upgrades.js';

/** The dependencies of the upgrade. */
export interface ProfilePicturesParts {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly runner: Pick<CommandRunner, 'run'>;
  readonly images: { exists(pictureId: string): Promise<boolean> };
}

const NAME = 'profile-pictures';
const TYPES: ReadonlySet<string> = new Set(['ProfilePictureChanged', 'AccountDeleted']);

/**
 * Removes profile pictures that have no files: earlier versions wrote the event first, and a crash before the files left
 * an account with a broken picture. Reads the whole log once. Returns the number of accounts.
 */
export function profilePicturesUpgrade(parts: ProfilePicturesParts): Upgrade {
  return {
    name: NAME,
    run: async () => {
      let repaired = 0;
      await causedBy(causeOf(NAME), async () => {
        for (const [accountId, pictureId] of await picturesIn(parts)) {
          if (await parts.images.exists(pictureId)) continue;
          const remove = { accountId, pictureId: null, inPlaceOf: pictureId };
          await parts.runner.run(account, new ChangeProfilePicture(remove));
          repaired += 1;
        }
      });
      return repaired;
    },
  };
}

/** The current profile pictures, by account. */
async function picturesIn({ log, codec }: ProfilePicturesParts): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  await eachBatch(log, async (page) => {
    const { events } = await codec.decode(page.filter(({ type }) => TYPES.has(type)));
    for (const { type, data } of events as readonly DomainEvent[]) {
      if (type === 'AccountDeleted') pictures.delete(data.accountId);
      if (type !== 'ProfilePictureChanged') continue;
      if (data.pictureId === null) pictures.delete(data.accountId);
      else pictures.set(data.accountId, data.pictureId);
    }
    return true;
  });
  return pictures;
}
