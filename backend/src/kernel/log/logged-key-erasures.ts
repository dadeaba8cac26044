import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '../event.js';
import type { EventLog } from '../event-log.js';
import { KeyErasures } from '../key-erasures.js';
import type { KeyRing } from '../key-ring.js';
import type { KernelLogger } from '../logger.js';
import type { EventCodec } from './codec.js';

/** The events that record the erasure of a person, by type, and whom they name. */
export type Erasures = Readonly<Record<string, (event: Recorded) => string>>;

/**
 * Destroys the keys of erased people again, for example in a restored copy of the key store. Reads the log from the position
 * up to which the key store knows all erasures. A reaction destroys the keys of people who are erased from now on.
 */
export class LoggedKeyErasures extends KeyErasures {
  private underWay: Promise<number> | null = null;

  constructor(
    private readonly parts: {
      readonly log: Pick<EventLog, 'search' | 'head'>;
      readonly codec: Pick<EventCodec, 'decode'>;
      readonly keys: Pick<KeyRing, 'find' | 'destroy' | 'erasedUpTo' | 'noteErasedUpTo'>;
    },
    private readonly erasures: Erasures,
    private readonly logger: KernelLogger,
  ) {
    super();
  }

  override catchUp(onProgress: (part: number) => void = () => undefined): Promise<number> {
    this.underWay ??= this.readOn(onProgress).finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  private async readOn(onProgress: (part: number) => void): Promise<number> {
    const { log, codec, keys } = this.parts;
    const types = Object.keys(this.erasures);
    const from = (await keys.erasedUpTo()) ?? 0;
    const head = await log.head();
    let destroyed = 0;
    let seen = from;
    for (let found = await log.search(types, from); found; found = await log.search(types, seen)) {
      const { events } = await codec.decode(found.events);
      destroyed += await this.destroy(events.flatMap((event) => this.erasures[event.type]?.(event) ?? []));
      seen = found.to;
      onProgress(Math.min(1, seen / head));
      await nextTurn();
    }
    if (seen > from) await keys.noteErasedUpTo(seen);
    if (destroyed > 0) this.logger.info({ keys: destroyed }, 'keys of people who were erased are destroyed');
    return destroyed;
  }

  /** Together, because each call syncs. Returns how many of these people had a key. */
  private async destroy(people: readonly string[]): Promise<number> {
    const { keys } = this.parts;
    const known = await keys.find(people);
    const left = [...new Set(people)].filter((person) => known.get(person) !== 'destroyed');
    if (left.length > 0) await keys.destroy(...left);
    return left.filter((person) => known.has(person)).length;
  }
}
