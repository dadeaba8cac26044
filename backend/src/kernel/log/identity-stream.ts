import { metadataOf, systemRun } from '../causation.js';
import type { Clock, Ids } from '../clock.js';
import type { Recorded } from '../event.js';
import type { EventLog } from '../event-log.js';
import type { KernelEvents } from '../kernel-events.js';
import type { EventCodec } from './codec.js';

export const IDENTITY_STREAM = 'log-identity';

interface StreamParts {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The stream that says which log this is, and who used it. */
export class IdentityStream {
  constructor(private readonly parts: StreamParts) {}

  /** The events that this program knows. Those of a later program go to the quarantine and do not stop the start. */
  async events(): Promise<readonly Recorded[]> {
    const { log, codec } = this.parts;
    return (await codec.decode(await log.readStream(IDENTITY_STREAM))).events;
  }

  /** Of the last event, known or not. */
  async end(): Promise<number | 'noStream'> {
    return (await this.parts.log.readLast(IDENTITY_STREAM))?.revision ?? 'noStream';
  }

  /** @throws WrongExpectedRevisionError */
  async append(expected: number | 'noStream', type: keyof KernelEvents, data: object): Promise<void> {
    const { log, codec, clock, ids } = this.parts;
    const id = ids.uuid();
    const metadata = metadataOf(systemRun(null, id), clock.now());
    await log.append(IDENTITY_STREAM, expected, await codec.encode([{ id, type, data, metadata }]));
  }
}
