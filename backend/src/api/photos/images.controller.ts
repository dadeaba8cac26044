import {
  Controller,
  Get,
  NotFoundException,
  Param,
  ParseIntPipe,
  ParseUUIDPipe,
  Req,
  Res,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { ImageStore, isRenditionWidth } from '../../infrastructure/images/image-store.port.js';
import { AnonymousUploadCookie } from '../http/anonymous-upload-cookie.js';
import { RequestAccounts } from '../http/request-accounts.js';
import { type Audience, PictureAccess } from './picture-access.service.js';

/**
 * How long copies of a public picture may be used: an hour in a browser, which has shown it anyway, and five minutes in
 * a shared cache, because the post may be hidden or deleted.
 */
const PUBLIC = 'public, max-age=3600, s-maxage=300';
const PRIVATE = 'private, no-store';

/** Serves the pictures to those who may see them. Others are told that there is no such picture. */
@ApiExcludeController()
@Controller('images')
export class ImagesController {
  constructor(
    private readonly images: ImageStore,
    private readonly access: PictureAccess,
    private readonly accounts: RequestAccounts,
    private readonly claim: AnonymousUploadCookie,
  ) {}

  @Get(':photoId/:width.webp')
  async image(
    @Param('photoId', new ParseUUIDPipe({ exceptionFactory: imageNotFound })) pathId: string,
    @Param('width', new ParseIntPipe({ exceptionFactory: imageNotFound })) width: number,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const photoId = pathId.toLowerCase();
    const image = isRenditionWidth(width) ? await this.images.open(photoId, width) : null;
    const audience = image && (await this.access.of(photoId));
    if (!image || !audience) throw imageNotFound();
    if (audience === 'everybody') {
      // The rendition at an address never changes.
      const etag = `"${photoId}-${width}"`;
      reply.header('cache-control', PUBLIC).header('etag', etag);
      if (fresh(request.headers, { etag })) return reply.status(304).send();
    } else if (!(await this.isIn(audience, photoId, request))) {
      throw imageNotFound();
    } else {
      reply.header('cache-control', PRIVATE);
    }
    await reply.header('content-type', 'image/webp').header('content-length', image.size).send(image.bytes);
  }

  /** The session is read for pictures that are not public only. */
  private async isIn(
    { accountIds, isClaimable }: Audience,
    photoId: string,
    request: FastifyRequest,
  ): Promise<boolean> {
    const account = await this.accounts.of(request);
    if (account && accountIds.includes(account.id)) return true;
    return isClaimable && this.claim.read(request, account?.id ?? null).photoIds.includes(photoId);
  }
}

function imageNotFound(): NotFoundException {
  return new NotFoundException('Image not found');
}
