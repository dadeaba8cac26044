import fresh from 'fresh';
import { Query, Req, Res } from '@nestjs/common';
import { ApiProduces, ApiQuery } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PostId, postNotFound } from '../posts/posts.contract.js';
import { CardDrawings, TooManyDrawingsError } from './card-drawings.service.js';
import { ShareCards } from './share-cards.service.js';
import { OwnConcurrency } from '../http/read-concurrency.js';
import { Route, Routes } from '../http/route.js';

/** Long enough to absorb many requests for one link, short enough for a rating that changes. */
const KEPT = 'public, max-age=300';
/** The address of the card of the site changes with its design. */
const KEPT_LONG = 'public, max-age=604800';
/** For an older card, which is replaced soon. */
const KEPT_BRIEFLY = 'public, max-age=30';

@Routes('posts', 'api/posts/:id/card.png')
export class ShareCardsController {
  constructor(
    private readonly cards: ShareCards,
    private readonly drawings: CardDrawings,
  ) {}

  @Route('GET', '', {
    summary: 'The share picture of a public post: 1200 × 630.',
    description:
      'A hidden post has no share picture, not even for its owner. While many are drawn, the picture can show older figures. Drawing new ones is limited for each network.',
    answer: { schema: { type: 'string', format: 'binary' } },
    errors: { 404: '', 429: '' },
  })
  @ApiQuery({
    name: 'download',
    required: false,
    description: 'If present, the picture is served as a download.',
    type: String,
  })
  @ApiProduces('image/png')
  @OwnConcurrency()
  async card(
    @PostId() id: string,
    @Query('download') download: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const shared = await this.cards.find(id);
    if (!shared) throw postNotFound();
    const isKnown = fresh(request.headers, { etag: `"${shared.tag}"` });
    const drawn = isKnown ? null : await this.drawings.of(shared, request).catch(sayWhen(reply));
    const tag = drawn?.tag ?? shared.tag;
    reply
      .header('etag', `"${tag}"`)
      .header('cache-control', tag === shared.tag ? KEPT : KEPT_BRIEFLY)
      // It is made to be shown on other sites.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (download !== undefined)
      reply.header('content-disposition', `attachment; filename="${shared.fileName}"`);
    if (drawn) await reply.type('image/png').send(drawn.bytes);
    else await reply.status(304).send();
  }
}

/** Tells a client over the limit when it may come back. */
function sayWhen(reply: FastifyReply): (error: unknown) => never {
  return (error) => {
    if (error instanceof TooManyDrawingsError) reply.header('retry-after', error.retryAfterSeconds);
    throw error;
  };
}

@Routes('posts', 'api/card.png')
export class SiteCardController {
  constructor(private readonly drawings: CardDrawings) {}

  @Route('GET', '', {
    summary: 'The share picture of the site itself: 1200 × 630.',
    answer: { schema: { type: 'string', format: 'binary' } },
  })
  @ApiProduces('image/png')
  async siteCard(@Res() reply: FastifyReply): Promise<void> {
    const bytes = await this.drawings.ofSite();
    // It is made to be shown on other sites.
    reply.header('cache-control', KEPT_LONG).header('cross-origin-resource-policy', 'cross-origin');
    await reply.type('image/png').send(bytes);
  }
}
