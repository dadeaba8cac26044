import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Inject,
  Post,
  Put,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejected } from '../../kernel/aggregate.js';
import { photoIdIn, RatingResult } from '../../projections/photos/rating-result.js';
import { ClaimCookie } from '../http/claim-cookie.js';
import { ImageForm, UploadedImage } from '../http/uploaded-image.js';
import { Limited } from '../http/limits.js';
import { CurrentUploader } from './current-uploader.js';
import { PendingRating, PendingRatingRequest } from './photos.requests.js';
import type { Uploader } from './photo-check.js';
import { Verdicts } from './verdicts.service.js';

@ApiTags('photos')
@Controller('api')
export class PhotosController {
  constructor(
    @Inject(Verdicts) private readonly verdicts: Verdicts,
    @Inject(ClaimCookie) private readonly claim: ClaimCookie,
  ) {}

  @Post('upload')
  @Limited('upload')
  @ApiOperation({ summary: 'Rates a photo: JPG, PNG or WEBP of at most 10 MB and 50 megapixels.' })
  @ImageForm('image')
  @ApiCreatedResponse({ type: RatingResult })
  upload(
    @UploadedImage('image') bytes: Buffer,
    @CurrentUploader() uploader: Uploader,
  ): Promise<RatingResult> {
    return this.verdicts.issue(bytes, uploader);
  }

  @Get('ratings/pending')
  @ApiOperation({ summary: 'The rating that this browser wants to publish, if it still can be published.' })
  @ApiOkResponse({ type: PendingRating })
  async pending(@Req() request: FastifyRequest): Promise<PendingRating> {
    const photoId = this.claim.read(request);
    const issued = photoId && (await this.verdicts.toRead(photoId));
    return { rating: issued && !issued.isPublished ? new RatingResult(issued) : null };
  }

  @Put('ratings/pending')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Remembers the rating that this browser wants to publish, in a signed cookie.' })
  @ApiNoContentResponse()
  async remember(
    @Body() { imageUrl, imageHash }: PendingRatingRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const photoId = photoIdIn(imageUrl);
    const issued = photoId && (await this.verdicts.of(photoId));
    if (!issued || issued.picture.imageHash !== imageHash)
      throw new Rejected('invalid', 'Invalid saved rating');
    this.claim.write(reply, photoId);
  }

  @Delete('ratings/pending')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Removes the remembered rating.' })
  @ApiNoContentResponse()
  forget(@Res({ passthrough: true }) reply: FastifyReply): void {
    this.claim.clear(reply);
  }
}
