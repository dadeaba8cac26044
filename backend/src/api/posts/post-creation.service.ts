import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import pLimit from 'p-limit';
import type { AdmittedPhoto } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { PublishedPicture } from '../../domain/post/published-picture.js';
import { Calendar, weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { BlockList } from '../photos/block-list.service.js';
import { BLOCKED, PictureRefusedError } from '../photos/photo-check.js';
import { type Comparison, NearCopies } from './near-copies.service.js';
import { Standings } from './trust-levels.service.js';

/** The facts needed to put a photo on the board. */
export type PublishablePhoto = Pick<AdmittedPhoto, 'picture' | 'verdict' | 'reasons' | 'rating'>;

/** Why a photo goes to review because of other users' photos. */
const FLAGS: Readonly<Record<Comparison, readonly string[]>> = {
  copy: ['looks like a photo that another user has published'],
  // A near-copy would go to review, so review an unknown one too.
  unknown: ['could not be compared with the photos of others yet'],
  none: [],
};

/** Puts photos on the board or into the review queue. Both steps are idempotent. */
@Injectable()
export class PostCreation {
  /**
   * Two copies uploaded at the same moment must see each other, and an attempt that is still running must not be taken
   * for an interrupted one, so publications are serialised. This holds within one process: two copies sent to two
   * instances may both be published.
   */
  private readonly oneByOne = pLimit(1);

  constructor(
    private readonly commands: CommandBus,
    private readonly copies: NearCopies,
    private readonly standings: Standings,
    private readonly blockList: BlockList,
    private readonly clock: Clock,
    private readonly states: States,
    private readonly calendar: Calendar,
  ) {}

  /**
   * @throws PictureRefusedError for a blocked picture, Rejected (conflict) for a picture that this person has already published
   * as another post
   */
  async create(photoId: string, photo: PublishablePhoto, ownerId: string): Promise<void> {
    const { imageHash } = photo.picture;
    // A photo that passed the check before another post with the same picture was removed.
    if (await this.blockList.has(imageHash)) throw new PictureRefusedError([BLOCKED]);
    await this.oneByOne(async () => {
      const abandoned = await this.abandonedAttempt(ownerId, imageHash);
      await this.commands.execute(
        PublishedPicture.PublishPicture({ ownerId, imageHash, postId: photoId, abandoned }),
      );
      await this.commands.execute(await this.postOf(photoId, photo, ownerId));
    });
  }

  /** The id of an attempt with this picture that never became a post, or null if there was no such attempt. */
  private async abandonedAttempt(ownerId: string, imageHash: string): Promise<string | null> {
    const { postId } = await this.states.of(PublishedPicture, `${ownerId}-${imageHash}`);
    if (postId === null) return null;
    return (await this.states.of(Post, postId)).ownerId === null ? postId : null;
  }

  private async postOf(
    postId: string,
    photo: PublishablePhoto,
    ownerId: string,
  ): Promise<ReturnType<typeof Post.PublishPost>> {
    const { picture, rating, verdict, reasons } = photo;
    const [comparison, standing] = await Promise.all([
      this.copies.compare(picture.perceptualHash, ownerId),
      this.standings.of(ownerId),
    ]);
    const now = this.clock.now();
    return Post.PublishPost({
      postId,
      ownerId,
      picture,
      rating,
      standing,
      moderationFlags: [...(verdict === 'review' ? reasons : []), ...FLAGS[comparison]],
      publishedAt: now.toISOString(),
      week: weekOf(now, this.calendar.timeZone),
    });
  }
}
