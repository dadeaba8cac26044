import {
  HttpException,
  HttpStatus,
  Injectable,
  type OnModuleDestroy,
  ServiceUnavailableException,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../../kernel/clock.js';
import { LiveFeed } from './live-feed.service.js';
import { type Sender, oldestOfFullest } from '../http/concurrency-slots.js';
import { HEARTBEAT, LiveConnection, opening, reloadEvent } from './live-connection.js';

/** How many streams may be open at once, in total, and for a person or for the visitors of an address. */
export const MOST_STREAMS = 2000;
export const MOST_STREAMS_A_CALLER = 40;
const HEARTBEAT_MS = 20_000;

@Injectable()
export class LiveConnections implements OnModuleDestroy {
  private readonly open = new Map<LiveConnection, Sender>();
  private isClosing = false;

  constructor(
    private readonly feed: LiveFeed,
    private readonly clock: Clock,
  ) {}

  /**
   * A stream for `sender` that resumes after position `after`, or starts now if `after` is null. A reader whose
   * position is not in the log is told to reload everything. The caller destroys the stream when the reader
   * disconnects.
   * @throws HttpException (429) if too many of the sender are open, (503) if the server stops; EventLogUnavailableError
   */
  async connect(sender: Sender, after: number | null): Promise<LiveConnection> {
    const stream = this.admit(sender);
    let isLost: boolean;
    try {
      await this.feed.start();
      isLost = after !== null && !(await this.feed.knows(after));
    } catch (error) {
      stream.destroy();
      throw error;
    }
    const from = after === null || isLost ? this.feed.position : after;
    const load = this.open.size < MOST_STREAMS ? 'usual' : 'full';
    stream.say(opening(from, this.clock.now(), load));
    if (isLost) stream.say(reloadEvent(from));
    const listen = this.feed.join(
      (text) => stream.say(text),
      from,
      () => stream.destroyed,
    );
    listen.then(
      (leave) => (stream.destroyed ? leave() : stream.once('close', leave)),
      // What was missed cannot be determined: the reader reconnects and tries again.
      () => stream.destroy(),
    );
    return stream;
  }

  get count(): number {
    return this.open.size;
  }

  /** Sends a comment to all readers, so that proxies do not close idle connections. */
  @Interval(HEARTBEAT_MS)
  beat(): void {
    for (const stream of this.open.keys()) stream.say(HEARTBEAT);
  }

  /** On shutdown, ends all streams at once; otherwise the server would wait for the readers. */
  onModuleDestroy(): void {
    this.isClosing = true;
    for (const stream of this.open.keys()) stream.finish();
  }

  /** When all places are taken, the oldest stream of the person or site that has most gives way. */
  private admit(sender: Sender): LiveConnection {
    if (this.isClosing) {
      throw new ServiceUnavailableException(
        'Live updates are not available right now. Please try again in a moment.',
      );
    }
    const ofCaller = [...this.open.values()].filter(({ caller }) => caller === sender.caller).length;
    if (ofCaller >= MOST_STREAMS_A_CALLER) {
      throw new HttpException(
        'Too many live connections. Please close some of them first.',
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
    if (this.open.size >= MOST_STREAMS) {
      const [oldest] = oldestOfFullest([...this.open], ([, { site }]) => site) ?? [];
      oldest?.destroy();
      if (oldest) this.open.delete(oldest);
    }
    const stream = new LiveConnection();
    this.open.set(stream, sender);
    stream.once('close', () => this.open.delete(stream));
    return stream;
  }
}
