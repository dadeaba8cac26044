import { NotFoundException, Param, ParseIntPipe, ParseUUIDPipe, Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ImageStore, isRenditionWidth } from '../../infrastructure/images/image-store.port.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { Route, Routes } from '../http/route.js';

/** All pictures, for admins: also those that nobody else may see. Those under legal hold are for owners. */
@Routes('back office', 'api/rtm-sys/pictures', { who: ['moderator', 'owner'] })
export class AdminPicturesController {
  constructor(
    private readonly images: ImageStore,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', ':id/:width.webp', {
    summary: 'A picture, 160, 320, 480, 640 or 1280 pixels wide.',
    answer: { schema: { type: 'string', format: 'binary' } },
    errors: { 404: 'Image not found' },
  })
  @ApiProduces('image/webp')
  async adminPicture(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: imageNotFound })) id: string,
    @Param('width', new ParseIntPipe({ exceptionFactory: imageNotFound })) width: number,
    @CurrentAdmin() admin: AdminUser,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pictureId = id.toLowerCase();
    await this.holds.requireVisible(pictureId, admin, 'Image');
    const image = isRenditionWidth(width) ? await this.images.open(pictureId, width) : null;
    if (!image) throw imageNotFound();
    await reply
      .header('cache-control', 'private, no-store')
      .header('content-type', 'image/webp')
      .header('content-length', image.size)
      .send(image.bytes);
  }
}

function imageNotFound(): NotFoundException {
  return new NotFoundException('Image not found');
}
