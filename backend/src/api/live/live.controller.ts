import { Controller, Get, Headers, Inject, Query, Req, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorBody } from '../http/error-body.js';
import { networkOf } from '../http/network.js';
import { LiveMessage, LiveRequest } from './live.requests.js';
import { LiveStreams } from './live-streams.service.js';

const POSITION = /^\d{1,16}$/;

/** The place that a reader names; null for none, and beyond every log for one that cannot be ours. */
function positionOf(place: string): number | null {
  if (place === '') return null;
  const position = POSITION.test(place) ? Number(place) : Infinity;
  return Number.isSafeInteger(position) ? position : Infinity;
}

@ApiTags('live')
@Controller('api/live')
export class LiveController {
  constructor(@Inject(LiveStreams) private readonly streams: LiveStreams) {}

  @Get()
  @ApiOperation({
    summary: 'What happens at public posts, as server-sent events.',
    description:
      '`event: ready` begins the stream and tells its place; `event: posts` carries a LiveMessage, four times a second at most; `event: reload` tells a reader who has missed too much, or comes from a place that is not in the log, to fetch everything anew. Goes on from Last-Event-ID, or from `after`. Whoever begins without either fetches what they show once the stream is open.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that was read.',
  })
  @ApiExtraModels(LiveMessage)
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { $ref: getSchemaPath(LiveMessage) } } } })
  @ApiTooManyRequestsResponse({ type: ErrorBody, description: 'Too many streams are open to this address.' })
  @ApiServiceUnavailableResponse({ type: ErrorBody, description: 'Too many streams are open.' })
  async live(
    @Query() { after }: LiveRequest,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    reply.header('content-type', 'text/event-stream; charset=utf-8');
    // Proxies of nginx's kind would hold events back until there are many.
    reply.header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') {
      await reply.send();
      return;
    }
    const stream = await this.streams.connect(networkOf(request.ip), positionOf(lastEventId ?? after ?? ''));
    await reply.send(stream);
  }
}
