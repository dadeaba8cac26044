import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import pLimit from 'p-limit';
import type { AdmittedPhoto } from '../../domain/photo/photo.js';
import { PublishPost } from '../../domain/post/post.commands.js';
import { PublishPicture } from '../../domain/post/publication.commands.js';
import { Calendar } from '../../domain/week/calendar.js';
import { weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../kernel/clock.js';
import { HasNearCopy } from '../../projections/photos/photos.queries.js';

/** What has to be known of a photo to put it onto the board. */
export type PlaceablePhoto = Pick<AdmittedPhoto, 'picture' | 'verdict' | 'reasons' | 'rating'>;

/** Puts photos onto the board, or into the queue for review. Both steps may be repeated. */
@Injectable()
export class Placing {
  /**
   * Two copies that come at the same moment must see each other: looking for copies and publishing go together. That
   * holds in this process only: two that come to two instances may both be public until instances can be given a lead.
   */
  private readonly oneByOne = pLimit(1);

  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Calendar) private readonly calendar: Calendar,
  ) {}

  /** @throws Rejected (conflict) for a picture that this person has published before, as another post */
  async place(photoId: string, photo: PlaceablePhoto, ownerId: string): Promise<void> {
    const { imageHash } = photo.picture;
    await this.commands.execute(new PublishPicture({ ownerId, imageHash, postId: photoId }));
    await this.oneByOne(async () => this.commands.execute(await this.postOf(photoId, photo, ownerId)));
  }

  private async postOf(postId: string, photo: PlaceablePhoto, ownerId: string): Promise<PublishPost> {
    const { picture, rating, verdict, reasons } = photo;
    const isNearCopy = await this.queries.execute(new HasNearCopy(picture.perceptualHash, ownerId));
    const now = this.clock.now();
    return new PublishPost({
      postId,
      ownerId,
      picture,
      rating,
      moderationFlags: [
        ...(verdict === 'review' ? reasons : []),
        ...(isNearCopy ? ['looks like a photo that somebody else has published'] : []),
      ],
      publishedAt: now.toISOString(),
      week: weekOf(now, this.calendar.timeZone),
    });
  }
}
