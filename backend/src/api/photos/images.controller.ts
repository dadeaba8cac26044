import {
  Controller,
  Get,
  Inject,
  NotFoundException,
  Param,
  ParseIntPipe,
  ParseUUIDPipe,
  Res,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ImageStore, isRenditionWidth } from '../../infrastructure/images/image-store.port.js';

/** Serves the pictures. The rendition at an address never changes. */
@ApiExcludeController()
@Controller('images')
export class ImagesController {
  constructor(@Inject(ImageStore) private readonly images: ImageStore) {}

  @Get(':photoId/:width.webp')
  async image(
    @Param('photoId', new ParseUUIDPipe({ exceptionFactory: imageNotFound })) photoId: string,
    @Param('width', new ParseIntPipe({ exceptionFactory: imageNotFound })) width: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const image = isRenditionWidth(width) ? await this.images.open(photoId.toLowerCase(), width) : null;
    if (!image) throw imageNotFound();
    await reply
      .header('content-type', 'image/webp')
      .header('content-length', image.size)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(image.bytes);
  }
}

function imageNotFound(): NotFoundException {
  return new NotFoundException('Image not found');
}
