import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Rejected } from '../../kernel/aggregate.js';
import { ClaimRating } from '../../domain/photo/photo.commands.js';
import { FindRatedPhoto } from '../../projections/photos/photos.queries.js';
import { RatingResult, photoIdIn } from '../../projections/photos/rating-result.js';
import { Placing } from './placing.service.js';
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
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(Placing) private readonly placing: Placing,
  ) {}

  /**
   * The same rating once more is answered as the first time.
   * @throws Rejected: 'Invalid saved rating' for anything but a rating of ours as it was issued; a conflict
   * for a picture that is a post of another rating already
   */
  async publish(wish: PublishRequest, ownerId: string): Promise<Published> {
    const photoId = photoIdIn(wish.imageUrl);
    const photo = photoId && (await this.queries.execute(new FindRatedPhoto(photoId)));
    if (!photo || !isAsIssued(wish, new RatingResult({ ...photo, photoId }))) {
      throw new Rejected('invalid', 'Invalid saved rating');
    }
    const { imageHash } = photo.picture;
    await this.commands.execute(new ClaimRating({ photoId, imageHash, accountId: ownerId }));
    await this.placing.place(photoId, photo, ownerId);
    return { id: photoId };
  }
}

function isAsIssued(wish: PublishRequest, issued: RatingResult): boolean {
  return FIELDS.every((field) => wish[field] === issued[field]);
}
