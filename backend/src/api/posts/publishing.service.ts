import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import pLimit from 'p-limit';
import { Rejected } from '../../domain/aggregate.js';
import { ClaimRating } from '../../domain/photo/photo.commands.js';
import { PublishPost } from '../../domain/post/post.commands.js';
import { PublishPicture } from '../../domain/post/publication.commands.js';
import { weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../infrastructure/engine/clock.port.js';
import type { PhotoDocument } from '../../projections/photos/photos.projection.js';
import { FindRatedPhoto, HasNearCopy } from '../../projections/photos/photos.queries.js';
import { RatingResult, photoIdIn } from '../../projections/photos/rating-result.js';
import { Calendar } from '../../domain/week/calendar.js';
import type { PublishRequest, Published } from './publish.request.js';

const FIELDS = [
  'averageRating',
  'toeAlignment',
  'toeNails',
  'footShape',
  'aesthetic',
  'aiComment',
  'imageHash',
] as const;

/**
 * From a rating that we issued to a post on the board. Each step may be repeated, so a try that broke off can
 * be made again.
 */
@Injectable()
export class Publishing {
  /** Two copies that come at the same moment must see each other: looking for copies and publishing go together. */
  private readonly oneByOne = pLimit(1);

  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Calendar) private readonly calendar: Calendar,
  ) {}

  /**
   * @throws Rejected: 'Invalid saved rating' for anything but a rating of ours as it was issued; a conflict
   * for a picture published before
   */
  async publish(wish: PublishRequest, ownerId: string): Promise<Published> {
    const photoId = photoIdIn(wish.imageUrl);
    const photo = photoId && (await this.queries.execute(new FindRatedPhoto(photoId)));
    if (!photo || !isAsIssued(wish, new RatingResult({ ...photo, photoId }))) {
      throw new Rejected('invalid', 'Invalid saved rating');
    }
    const { imageHash } = photo.picture;
    await this.commands.execute(new ClaimRating({ photoId, imageHash, accountId: ownerId }));
    await this.commands.execute(new PublishPicture({ ownerId, imageHash, postId: photoId }));
    await this.oneByOne(async () => this.commands.execute(await this.postOf(photoId, photo, ownerId)));
    return { id: photoId };
  }

  private async postOf(postId: string, photo: PhotoDocument, ownerId: string): Promise<PublishPost> {
    const { picture, scores, score, comment } = photo;
    const isNearCopy = await this.queries.execute(new HasNearCopy(picture.perceptualHash, ownerId));
    const now = this.clock.now();
    return new PublishPost({
      postId,
      ownerId,
      picture,
      rating: { scores, score, comment },
      moderationFlags: [
        ...(photo.verdict === 'review' ? photo.reasons : []),
        ...(isNearCopy ? ['looks like a photo that somebody else has published'] : []),
      ],
      publishedAt: now.toISOString(),
      week: weekOf(now, this.calendar.timeZone),
    });
  }
}

function isAsIssued(wish: PublishRequest, issued: RatingResult): boolean {
  return FIELDS.every((field) => wish[field] === issued[field]);
}
