import { Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Route, Routes } from '../http/route.js';
import { CardDrawings } from './card-drawings.service.js';

/** Its address changes with its design. */
const KEPT = 'public, max-age=604800';

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
    reply.header('cache-control', KEPT).header('cross-origin-resource-policy', 'cross-origin');
    await reply.type('image/png').send(bytes);
  }
}
