import type { EventLog, Subscription } from '../event-log.js';
import type { EventCodec } from '../log/codec.js';
import type { Reader } from './running-reaction.js';

const BATCH = 200;

/** Follows the log once for each consumer. */
export class FollowedLog implements Reader {
  constructor(
    private readonly log: EventLog,
    private readonly codec: EventCodec,
  ) {}

  follow({ after, onBatch, onError, onRecovered }: Parameters<Reader['follow']>[0]): Subscription {
    return this.log.subscribe({
      after,
      batchSize: BATCH,
      onBatch: async (logged) =>
        onBatch({ ...(await this.codec.decode(logged)), to: logged.at(-1)?.position ?? after }),
      onError,
      ...(onRecovered && { onRecovered }),
    });
  }
}
