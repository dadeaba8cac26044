import type { Recorded } from '../event.js';
import type { EventLog, LoggedEvent, Position } from '../event-log.js';
import type { Undecodable } from '../undecodable.js';
import type { Decoded, EventCodec } from './codec.js';
import { History } from '../history.js';

/** How many events are asked for at a time. */
const AT_ONCE = 16;

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
    return this.codec.decode(await this.log.readStream(stream));
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
