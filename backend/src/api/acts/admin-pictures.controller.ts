import { Controller, Get, NotFoundException, Param, ParseIntPipe, ParseUUIDPipe, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ImageStore, isRenditionWidth } from '../../infrastructure/images/image-store.port.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin, ForAdmins } from '../http/current-admin.js';
import { ErrorBody } from '../http/error-body.js';
import { LegalHolds } from '../photos/legal-holds.service.js';

/** All pictures, for admins: also those that nobody else may see. Those under legal hold are for owners. */
@ApiTags('back office')
@Controller('api/rtm-sys/pictures')
@ForAdmins('moderator', 'owner')
export class AdminPicturesController {
  constructor(
    private readonly images: ImageStore,
    private readonly holds: LegalHolds,
  ) {}

  @Get(':id/:width.webp')
  @ApiOperation({ summary: 'A picture, 320, 640 or 1280 pixels wide.' })
  @ApiProduces('image/webp')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Image not found' })
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
