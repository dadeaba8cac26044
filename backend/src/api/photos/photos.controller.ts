import { Body, Req, Res } from '@nestjs/common';
import { IsHash } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Maybe, Part, Text } from '../../contract/fields.js';
import { accountOf } from '../../domain/photo/photo.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import { Ids } from '../../kernel/clock.js';
import { photoIdIn, RatingResult } from '../../projections/photos/rating-result.js';
import { PHOTO_LIMITS } from '../../shared/photo-file.js';
import { AnonymousUploadCookie } from '../http/anonymous-upload-cookie.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { ImageForm, UploadedImage } from '../http/image-form.js';
import { Route, Routes } from '../http/route.js';
import { CurrentUploader, type Uploader } from './photo-check.js';
import { type IssuedVerdict, Verdicts } from './verdicts.service.js';

const message = 'Invalid saved rating';

/** The rating that a visitor wants to publish after registering. */
export class PendingRatingRequest {
  @Text({ max: 200, message }) readonly imageUrl!: string;

  @Text({ min: 64, max: 64 })
  @IsHash('sha256', { message })
  readonly imageHash!: string;
}

class PendingRating {
  @Maybe(Part(() => RatingResult)) readonly rating!: RatingResult | null;
}

/** The length of the name of a visitor, in random bytes. */
const VISITOR_NAME = 12;

@Routes('photos', 'api')
export class PhotosController {
  constructor(
    private readonly verdicts: Verdicts,
    private readonly claim: AnonymousUploadCookie,
    private readonly ids: Ids,
  ) {}

  @Route('POST', 'upload', {
    who: 'notSuspended',
    limit: 'upload',
    summary: `Rates a photo: ${PHOTO_LIMITS}.`,
    status: 201,
    answer: RatingResult,
  })
  @ImageForm('image')
  async upload(
    @UploadedImage() bytes: Buffer,
    @CurrentUploader() uploader: Uploader,
    @CurrentAccount() account: Account | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RatingResult> {
    if (account) return this.verdicts.issue(bytes, uploader);
    const id = this.claim.read(request, null).id ?? this.ids.secret(VISITOR_NAME);
    const rating = await actAs({ kind: 'visitor', id }, () => this.verdicts.issue(bytes, uploader));
    const photoId = photoIdIn(rating.imageUrl);
    if (photoId) this.claim.add(request, reply, photoId, id);
    return rating;
  }

  @Route('GET', 'ratings/pending', {
    summary: 'The rating that this browser wants to publish, if it still can be published.',
    answer: PendingRating,
  })
  async pending(
    @Req() request: FastifyRequest,
    @CurrentAccount() account: Account | null,
  ): Promise<PendingRating> {
    const photoId = this.claim.read(request, account?.id ?? null).wanted;
    const issued = photoId && (await this.verdicts.toRead(photoId));
    return { rating: issued && !issued.isPublished ? new RatingResult(issued) : null };
  }

  @Route('PUT', 'ratings/pending', {
    withoutKey: true,
    who: 'notSuspended',
    summary: 'Remembers the rating that this browser wants to publish, in a signed cookie.',
    description:
      'Only for photos that this browser or the signed-in account uploaded. The cookie ends at sign-out and when another account signs in.',
  })
  async remember(
    @Body() { imageUrl, imageHash }: PendingRatingRequest,
    @CurrentAccount() account: Account | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const photoId = photoIdIn(imageUrl);
    const issued = photoId && (await this.verdicts.of(photoId));
    if (!issued || issued.picture.imageHash !== imageHash || !this.isUploader(issued, account, request))
      throw new Rejected('invalid', 'Invalid saved rating');
    this.claim.want(request, reply, photoId, account?.id ?? null);
  }

  @Route('DELETE', 'ratings/pending', { withoutKey: true, summary: 'Removes the remembered rating.' })
  forget(
    @CurrentAccount() account: Account | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    this.claim.forget(request, reply, account?.id ?? null);
  }

  private isUploader(
    { photoId, uploader }: IssuedVerdict,
    account: Account | null,
    request: FastifyRequest,
  ): boolean {
    const uploadedBy = accountOf(uploader);
    if (uploadedBy !== null) return uploadedBy === account?.id;
    return this.claim.read(request, account?.id ?? null).photoIds.includes(photoId);
  }
}
