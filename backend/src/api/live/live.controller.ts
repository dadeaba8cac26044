import { Headers, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Matching, Optional } from '../../contract/fields.js';
import { isNamed } from '../response-cache/response-state.js';
import { senderOf } from '../http/rate-limit-key.js';
import { OwnConcurrency } from '../http/read-concurrency.js';
import { Route, Routes } from '../http/route.js';
import { LiveMessage, LiveNews } from './live-connection.js';
import { LiveConnections } from './live-connections.service.js';
import { LiveFeed } from './live-feed.service.js';

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
      '`event: ready` starts the stream and gives its position, and the time of the server (`now`); `event: posts` carries a LiveMessage, at most four times a second; `event: reload` tells a client that missed too much, or whose position is not in the log, to reload everything. Resumes from Last-Event-ID, or from `after`. A client that sends neither loads its data once the stream is open.',
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
    const stream = await this.streams.connect(senderOf(request), positionOf(lastEventId ?? after ?? ''));
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
