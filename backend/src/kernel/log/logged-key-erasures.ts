import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '../event.js';
import type { EventLog } from '../event-log.js';
import { KeyErasures } from '../key-erasures.js';
import type { KeyRing } from '../key-ring.js';
import type { KernelLogger } from '../logger.js';
import type { EventCodec } from './codec.js';
import { eachBatch } from './whole-log.js';

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
      readonly log: Pick<EventLog, 'readAll'>;
      readonly codec: Pick<EventCodec, 'decode'>;
      readonly keys: Pick<KeyRing, 'find' | 'destroy' | 'erasedUpTo' | 'noteErasedUpTo'>;
    },
    private readonly erasures: Erasures,
    private readonly logger: KernelLogger,
  ) {
    super();
  }

  override catchUp(): Promise<number> {
    this.underWay ??= this.readOn().finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  private async readOn(): Promise<number> {
    const { log, codec, keys } = this.parts;
    let destroyed = 0;
    const from = (await keys.erasedUpTo()) ?? 0;
    let seen = from;
    await eachBatch(
      log,
      async (page) => {
        const { events } = await codec.decode(page.filter(({ type }) => type in this.erasures));
        for (const event of events) {
          const person = this.erasures[event.type]?.(event);
          if (person !== undefined) destroyed += await this.destroy(person);
        }
        seen = page.at(-1)?.position ?? seen;
        await nextTurn();
        return true;
      },
      from,
    );
    if (seen > from) await keys.noteErasedUpTo(seen);
    if (destroyed > 0) this.logger.info({ keys: destroyed }, 'keys of people who were erased are destroyed');
    return destroyed;
  }

  private async destroy(person: string): Promise<number> {
    const { keys } = this.parts;
    const key = (await keys.find([person])).get(person);
    if (key === 'destroyed') return 0;
    await keys.destroy(person);
    return key ? 1 : 0;
  }
}
