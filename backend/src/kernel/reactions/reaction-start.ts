import { metadataOf, systemRun } from '../causation.js';
import type { Clock, Ids } from '../clock.js';
import { type EventLog, EventLogUnavailableError, WrongExpectedRevisionError } from '../event-log.js';
import type { KernelEvents } from '../kernel-events.js';
import type { KernelStore } from '../kernel-store.js';
import type { EventCodec } from '../log/codec.js';
import { checkpointOf } from '../reaction.js';
import type { Timer } from '../timer.js';

export interface ReactionStartParts {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly kernel: KernelStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timer: Pick<Timer, 'pause'>;
}

const ATTEMPTS = 10;
const PAUSE_MS = 500;

/**
 * Returns the position after which a reaction continues, and stores it as its checkpoint. `ReactionStarted` in the log
 * records where the reaction started, so that a lost checkpoint is not mistaken for a new reaction. A new reaction starts
 * at the end of the log.
 * @throws EventLogUnavailableError, DocumentStoreUnavailableError
 */
export async function startOf(parts: ReactionStartParts, reaction: string): Promise<number> {
  const { kernel } = parts;
  const eventId = parts.ids.uuid();
  return withRetries(parts.timer, async () => {
    const name = checkpointOf(reaction);
    const stored = await kernel.checkpoint(name);
    const after = await startedAfter(parts, reaction, eventId, stored);
    if (stored !== null) return stored;
    await kernel.moveCheckpoint(name, null, after);
    return after;
  });
}

/** The start that the log records. Records it if it does not. */
async function startedAfter(
  parts: ReactionStartParts,
  name: string,
  eventId: string,
  checkpoint: number | null,
): Promise<number> {
  const { log, codec, clock } = parts;
  const stream = `reaction-${name}`;
  const recorded = await recordedStart(parts, stream);
  if (recorded !== null) return recorded;
  const data: KernelEvents['ReactionStarted'] = { name, after: checkpoint ?? (await log.head()) };
  const metadata = metadataOf(systemRun(name, eventId), clock.now());
  const events = await codec.encode([{ id: eventId, type: 'ReactionStarted', data, metadata }]);
  try {
    await log.append(stream, 'noStream', events);
  } catch (error) {
    if (!(error instanceof WrongExpectedRevisionError)) throw error;
  }
  // The log decides: an earlier attempt may have been written after all.
  return (await recordedStart(parts, stream)) ?? data.after;
}

async function recordedStart({ log, codec }: ReactionStartParts, stream: string): Promise<number | null> {
  // An event that this program does not know, of a later program, goes to the quarantine and does not stop the start.
  const { events } = await codec.decode(await log.readStream(stream));
  return (events.at(-1)?.data as KernelEvents['ReactionStarted'] | undefined)?.after ?? null;
}

/** Retries, because the log may be slow while everything starts at the same time. */
async function withRetries<Result>(
  timer: ReactionStartParts['timer'],
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof EventLogUnavailableError)) throw error;
      await timer.pause(PAUSE_MS);
    }
  }
}
