import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Rejected } from '../../kernel/aggregate.js';
import { Photo } from '../../domain/photo/photo.js';
import { photoIdIn, RatingResult } from '../../projections/photos/rating-result.js';
import { Verdicts } from '../photos/verdicts.service.js';
import { PostCreation } from './post-creation.service.js';
import type { Published, PublishRequest } from './posts.contract.js';

const FIELDS = [
  'averageRating',
  'toeAlignment',
  'toeNails',
  'footShape',
  'aesthetic',
  'aiComment',
  'imageHash',
] as const;

/** Publishes photos with the verdict that the server issued. Each step is idempotent, so an interrupted attempt can be repeated. */
@Injectable()
export class RatedPublishing {
  constructor(
    private readonly commands: CommandBus,
    private readonly verdicts: Verdicts,
    private readonly postCreation: PostCreation,
  ) {}

  /**
   * Publishes a photo with its verdict; repeating it returns the first result. `claimed` are the photos that the
   * browser has a claim on.
   * @throws Rejected: 'Invalid saved rating' for anything but an unchanged issued rating, and for the photo of another
   * uploader; a conflict if the picture is already a post with another rating
   */
  async publish(
    request: PublishRequest,
    ownerId: string,
    claimed: readonly string[] = [],
  ): Promise<Published> {
    const photoId = photoIdIn(request.imageUrl);
    const issued = photoId && (await this.verdicts.of(photoId));
    if (!issued || !isAsIssued(request, new RatingResult(issued))) {
      throw new Rejected('invalid', 'Invalid saved rating');
    }
    const { imageHash } = issued.picture;
    const holdsClaim = claimed.includes(photoId);
    await this.commands.execute(Photo.ClaimPhoto({ photoId, imageHash, accountId: ownerId, holdsClaim }));
    await this.postCreation.create(photoId, issued, ownerId);
    return { id: photoId };
  }
}

function isAsIssued(request: PublishRequest, issued: RatingResult): boolean {
  return FIELDS.every((field) => request[field] === issued[field]);
}
