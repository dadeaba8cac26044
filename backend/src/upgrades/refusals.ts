import type { DomainEvent } from '../domain/events.js';
import { RefuseUpload } from '../domain/photo/uploader.commands.js';
import type { UploaderEvents } from '../domain/photo/uploader.events.js';
import { BLOCK_WINDOW_MS, uploader } from '../domain/photo/uploader.js';
import { causedBy } from '../kernel/causation.js';
import type { Clock } from '../kernel/clock.js';
import type { CommandRunner } from '../kernel/commands/command-runner.js';
import type { EventLog } from '../kernel/event-log.js';
import type { EventCodec } from '../kernel/log/codec.js';
import { eachBatch } from '../kernel/log/whole-log.js';
import { type Upgrade, causeOf } from './upgrades.js';

/** The dependencies of the upgrade. */
export interface RefusalsParts {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly runner: Pick<CommandRunner, 'run'>;
  readonly clock: Clock;
}

type Refused = UploaderEvents['UploadRefused'];

const NAME = 'refusals';

/**
 * Appends UploadRefused for recent refusals that were recorded before uploaders had streams, so that current blocks
 * stay in force. Skips refusals that are too old for a block. Reads the whole log once. Returns the number of events.
 */
export function refusalsUpgrade(parts: RefusalsParts): Upgrade {
  return {
    name: NAME,
    run: async () => {
      const refused = await refusedIn(parts);
      await causedBy(causeOf(NAME), async () => {
        for (const one of refused) await parts.runner.run(uploader, new RefuseUpload(one));
      });
      return refused.length;
    },
  };
}

/** The refusals to append, in the order of the log. */
async function refusedIn({ log, codec, clock }: RefusalsParts): Promise<readonly Refused[]> {
  const since = clock.now().getTime() - BLOCK_WINDOW_MS;
  const refused: Refused[] = [];
  await eachBatch(log, async (page) => {
    const { events } = await codec.decode(page.filter(({ type }) => type === 'PhotoRefused'));
    for (const event of events as readonly DomainEvent[]) {
      if (event.type !== 'PhotoRefused' || Date.parse(event.metadata.at) < since) continue;
      const { photoId, uploader: key, address } = event.data;
      const names = new Set([key, ...(address === null ? [] : [address])]);
      refused.push(...[...names].map((name) => ({ uploader: name, photoId, at: event.metadata.at })));
    }
    return true;
  });
  return refused;
}
