import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '../event.js';
import type { EventLog, LoggedEvent, Position } from '../event-log.js';
import type { Undecodable } from '../undecodable.js';
import type { Decoded, EventCodec } from './codec.js';
import { History } from '../history.js';

/** How many events are asked for at a time. */
const AT_ONCE = 16;
/** How many events of a stream are read at a time where nobody decides by them. */
const SHOWN_AT_ONCE = 500;

export class LoggedHistory extends History {
  constructor(
    private readonly log: Pick<EventLog, 'readStream' | 'readAt'>,
    private readonly codec: EventCodec,
  ) {
    super();
  }

  override async of(stream: string): Promise<readonly Recorded[]> {
    return this.codec.decodeAll(await this.log.readStream(stream));
  }

  override async readable(stream: string): Promise<Decoded> {
    const decoded: { events: Recorded[]; undecodable: Undecodable[] } = { events: [], undecodable: [] };
    for (let from = 0; ;) {
      const logged = await this.log.readStream(stream, from, SHOWN_AT_ONCE);
      const { events, undecodable } = await this.codec.decode(logged);
      decoded.events.push(...events);
      decoded.undecodable.push(...undecodable);
      const last = logged.at(-1);
      if (!last || logged.length < SHOWN_AT_ONCE) return decoded;
      from = last.revision + 1;
      // An embedded log answers at once: others have their turn.
      await nextTurn();
    }
  }

  override async at(positions: readonly Position[]): Promise<ReadonlyMap<Position, Recorded | Undecodable>> {
    const wanted = [...new Set(positions)];
    const found: LoggedEvent[] = [];
    for (let from = 0; from < wanted.length; from += AT_ONCE) {
      const asked = wanted.slice(from, from + AT_ONCE).map((position) => this.log.readAt(position));
      found.push(...(await Promise.all(asked)).filter((event) => event !== null));
    }
    const { events, undecodable } = await this.codec.decode(found);
    return new Map([...events, ...undecodable].map((event) => [event.position, event]));
  }
}
