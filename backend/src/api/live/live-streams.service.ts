import {
  HttpException,
  HttpStatus,
  Inject,
  Injectable,
  type OnModuleDestroy,
  ServiceUnavailableException,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LiveFeed } from './live-feed.service.js';
import { HEARTBEAT, LiveStream, opening, reloadEvent } from './live-stream.js';

/** How many streams may be open at once, and how many of them to one address. */
export const MOST_STREAMS = 2000;
export const MOST_STREAMS_AN_ADDRESS = 40;
const HEARTBEAT_MS = 20_000;

/** Every open stream of this process. */
@Injectable()
export class LiveStreams implements OnModuleDestroy {
  private readonly open = new Map<LiveStream, string>();
  private isClosing = false;

  constructor(@Inject(LiveFeed) private readonly feed: LiveFeed) {}

  /**
   * A stream for `address` that goes on after the position `after`, or, with null, begins now. A reader from a place
   * that the log does not have is told to fetch everything anew. Whoever holds it destroys it when the reader is gone.
   * @throws HttpException (503, 429) when too many are open; EventLogUnavailableError
   */
  async connect(address: string, after: number | null): Promise<LiveStream> {
    const stream = this.admit(address);
    let isLost: boolean;
    try {
      await this.feed.start();
      isLost = after !== null && !(await this.feed.knows(after));
    } catch (error) {
      stream.destroy();
      throw error;
    }
    const from = after === null || isLost ? this.feed.position : after;
    stream.say(opening(from));
    if (isLost) stream.say(reloadEvent(from));
    const listen = this.feed.join(
      (text) => stream.say(text),
      from,
      () => stream.destroyed,
    );
    listen.then(
      (leave) => (stream.destroyed ? leave() : stream.once('close', leave)),
      // It can't be told what was missed: the reader comes back and asks once more.
      () => stream.destroy(),
    );
    return stream;
  }

  /** How many streams are open. */
  get count(): number {
    return this.open.size;
  }

  /** Says something to every reader, so that what stands in between takes no connection for dead. */
  @Interval(HEARTBEAT_MS)
  beat(): void {
    for (const stream of this.open.keys()) stream.say(HEARTBEAT);
  }

  /** The server stops: streams end at once, or it would wait for their readers. */
  onModuleDestroy(): void {
    this.isClosing = true;
    for (const stream of this.open.keys()) stream.finish();
  }

  private admit(address: string): LiveStream {
    if (this.isClosing || this.open.size >= MOST_STREAMS) {
      throw new ServiceUnavailableException(
        'Live updates are not available right now. Please try again in a moment.',
      );
    }
    const ofAddress = [...this.open.values()].filter((known) => known === address).length;
    if (ofAddress >= MOST_STREAMS_AN_ADDRESS) {
      throw new HttpException(
        'Too many live connections. Please close some first.',
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
    const stream = new LiveStream();
    this.open.set(stream, address);
    stream.once('close', () => this.open.delete(stream));
    return stream;
  }
}
