import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import pLimit from 'p-limit';
import type { AdmittedPhoto } from '../../domain/photo/photo.js';
import { PublishPost } from '../../domain/post/post.commands.js';
import { PublishPicture } from '../../domain/post/publication.commands.js';
import { Calendar } from '../../domain/week/calendar.js';
import { weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../kernel/clock.js';
import { type Comparison, NearCopies } from './near-copies.service.js';

/** What has to be known of a photo to put it onto the board. */
export type PlaceablePhoto = Pick<AdmittedPhoto, 'picture' | 'verdict' | 'reasons' | 'rating'>;

/** Why a photo goes to review because of the photos of others. */
const FLAGS: Readonly<Record<Comparison, readonly string[]>> = {
  copy: ['looks like a photo that somebody else has published'],
  // To be looked at by somebody is what a near-copy would have come to: better once too often.
  unknown: ['could not be compared with the photos of others yet'],
  none: [],
};

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
    @Inject(NearCopies) private readonly copies: NearCopies,
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
    const comparison = await this.copies.compare(picture.perceptualHash, ownerId);
    const now = this.clock.now();
    return new PublishPost({
      postId,
      ownerId,
      picture,
      rating,
      moderationFlags: [...(verdict === 'review' ? reasons : []), ...FLAGS[comparison]],
      publishedAt: now.toISOString(),
      week: weekOf(now, this.calendar.timeZone),
    });
  }
}
