import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Stored } from '../../kernel/document-store.js';
import { type ViewReader } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import { Views } from '../../kernel/projection.js';
import { BANDS, NEAR_COPY_DISTANCE, bandsOfNearCopies, hammingDistance } from './near-copy.js';
import { type PhotoDocument, photos } from './photos.projection.js';

/** How many photos are read at once. */
const MOST = 1000;

/** Whether somebody other than `ownerId` has published a picture that looks like this one. */
export class HasNearCopy extends Query<boolean> {
  constructor(
    readonly perceptualHash: string,
    readonly ownerId: string,
  ) {
    super();
  }
}

@QueryHandler(HasNearCopy)
export class HasNearCopyHandler implements IQueryHandler<HasNearCopy> {
  private readonly photos: ViewReader<PhotoDocument>;

  constructor(@Inject(Views) views: Views) {
    this.photos = views.of(photos);
  }

  async execute({ perceptualHash, ownerId }: HasNearCopy) {
    const near = bandsOfNearCopies(perceptualHash);
    const where = {
      isPublished: true,
      $or: BANDS.map((band) => ({ [`bands.${band}`]: { $in: near[band] } })),
    };
    const isNearCopy = ({ claimedBy, picture }: PhotoDocument) =>
      claimedBy !== ownerId && hammingDistance(picture.perceptualHash, perceptualHash) <= NEAR_COPY_DISTANCE;
    // Any number of pictures may have a quarter in common: they come in pages, in the order of their ids.
    for (let after: readonly Scalar[] | null = null; ;) {
      const page: Stored<PhotoDocument>[] = await this.photos.find({
        where,
        limit: MOST,
        ...(after && { after }),
      });
      if (page.some(isNearCopy)) return true;
      const last = page.at(-1);
      if (!last || page.length < MOST) return false;
      after = [last._id];
    }
  }
}
