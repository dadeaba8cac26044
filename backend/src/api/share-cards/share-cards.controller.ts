import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import {
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { ErrorBody } from '../http/error-body.js';
import { PostId, postNotFound } from '../posts/posts.requests.js';
import { ShareCards } from './share-cards.service.js';

/** Long enough to absorb many requests for one link, short enough for a rating that changes. */
const KEPT = 'public, max-age=300';

@ApiTags('posts')
@Controller('api/posts/:id/card.png')
export class ShareCardsController {
  constructor(@Inject(ShareCards) private readonly cards: ShareCards) {}

  @Get()
  @ApiOperation({
    summary: 'The share picture of a public post: 1200 × 630.',
    description: 'A hidden post has no share picture, not even for its owner.',
  })
  @ApiQuery({
    name: 'download',
    required: false,
    description: 'If present, the picture is served as a download.',
    type: String,
  })
  @ApiProduces('image/png')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiNotFoundResponse({ type: ErrorBody })
  async card(
    @PostId() id: string,
    @Query('download') download: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const shared = await this.cards.find(id);
    if (!shared) throw postNotFound();
    const etag = `"${shared.tag}"`;
    const isKnown = fresh(request.headers, { etag });
    const picture = isKnown ? null : await this.cards.picture(shared);
    reply
      .header('etag', etag)
      .header('cache-control', KEPT)
      // It is made to be shown on other sites.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (download !== undefined)
      reply.header('content-disposition', `attachment; filename="${shared.fileName}"`);
    if (picture) await reply.type('image/png').send(picture);
    else await reply.status(304).send();
  }
}
