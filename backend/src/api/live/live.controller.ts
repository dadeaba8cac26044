import {
  HttpException,
  HttpStatus,
  Injectable,
  type OnModuleDestroy,
  ServiceUnavailableException,
  Headers,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ActiveRole } from '../../kernel/active-role.js';
import { Clock } from '../../kernel/clock.js';
import { LiveFeed } from './live-feed.service.js';
import { type Sender, oldestOfFullest } from '../http/concurrency-slots.js';
import {
  HEARTBEAT,
  LiveConnection,
  opening,
  parting,
  reloadEvent,
  LiveMessage,
  LiveNews,
} from './live-connection.js';
import { Matching, Optional } from '../../contract/fields.js';
import { isNamed } from '../response-cache/response-state.js';
import { senderOf } from '../http/rate-limit-key.js';
import { OwnConcurrency } from '../http/read-concurrency.js';
import { Route, Routes } from '../http/route.js';

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
    private readonly role: ActiveRole,
  ) {}

  /**
   * A stream for `sender` that resumes after position `after`, or starts now if `after` is null. A reader whose
   * position is not in the log is told to reload everything. The caller destroys the stream when the reader
   * disconnects.
   * @throws HttpException (429) if too many of the sender are open, (503) if the server stops; EventLogUnavailableError
   */
  async connect(
    sender: Sender,
    after: number | null,
    accountId: string | null = null,
  ): Promise<LiveConnection> {
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
      accountId,
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
    for (const stream of this.open.keys()) {
      if (!this.role.isAlone) stream.say(parting(Math.random()));
      stream.finish();
    }
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

const POSITION = /^\d{1,16}$/;

class LiveRequest {
  @Optional(Matching(POSITION), {
    pattern: POSITION.source,
    about: 'The id of the last event received, for clients that cannot set Last-Event-ID.',
    message: 'after must be the id of an event',
  })
  readonly after?: string;
}

/** The position that a reader sends; null if none, and beyond any log if invalid. */
function positionOf(text: string): number | null {
  if (text === '') return null;
  const position = POSITION.test(text) ? Number(text) : Infinity;
  return Number.isSafeInteger(position) ? position : Infinity;
}

@Routes('live', 'api/live')
export class LiveController {
  constructor(
    private readonly streams: LiveConnections,
    private readonly feed: LiveFeed,
  ) {}

  @Route('GET', '', {
    summary: 'Live news of public posts, as server-sent events.',
    description:
      '`event: ready` starts the stream and gives its position, and the time of the server (`now`); `event: posts` carries a LiveMessage, at most four times a second; `event: inbox` tells a signed-in person that their inbox has changed; `event: reload` tells a client that missed too much, or whose position is not in the log, to reload everything. Resumes from Last-Event-ID, or from `after`. A client that sends neither loads its data once the stream is open.',
    answer: { content: { 'text/event-stream': { schema: { $ref: getSchemaPath(LiveMessage) } } } },
    errors: {
      429: 'Too many streams are open for this address.',
      503: 'The server is stopping, or the log is away.',
    },
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event received.',
  })
  @ApiExtraModels(LiveMessage)
  @OwnConcurrency()
  async live(
    @Query() { after }: LiveRequest,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    reply.header('content-type', 'text/event-stream; charset=utf-8');
    // Proxies such as nginx would buffer the events.
    reply.header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') {
      await reply.send();
      return;
    }
    const stream = await this.streams.connect(
      senderOf(request),
      positionOf(lastEventId ?? after ?? ''),
      request.account?.id ?? null,
    );
    await reply.send(stream);
  }

  @Route('GET', 'news', {
    summary: 'Live news after a position, for clients that get no stream.',
    description:
      'For a client whose network lets no stream through: it asks about once a minute. Without `after` it answers the position from which on to ask; the client then loads its data. The ETag is that position.',
    answer: LiveNews,
    errors: { 503: 'The log is away.' },
  })
  @ApiResponse({ status: 304, description: 'Nothing has happened since the position in If-None-Match.' })
  async news(
    @Query() { after }: LiveRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LiveNews | null> {
    const news = await this.feed.newsAfter(positionOf(after ?? ''));
    const etag = `"${news.position}"`;
    reply.header('etag', etag);
    if (news.reload || !isNamed(request.headers['if-none-match'], etag)) return news;
    reply.status(304);
    return null;
  }
}
