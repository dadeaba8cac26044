import type { Recorded } from '../event.js';
import type { EventLog } from '../event-log.js';
import type { EventCodec } from './codec.js';
import { History } from '../history.js';

export class LoggedHistory extends History {
  constructor(
    private readonly log: Pick<EventLog, 'readStream'>,
    private readonly codec: EventCodec,
  ) {
    super();
  }

  override async of(stream: string): Promise<readonly Recorded[]> {
    return this.codec.decodeAll(await this.log.readStream(stream));
  }
}
