import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';
import { NEAR_COPY_DISTANCE, hammingDistance } from '../photos/near-copy.js';
import { someNear } from '../photos/near-copy-search.js';
import { type BlockedPictureDocument, blockedPictures } from './blocked-pictures.projection.js';

@Injectable()
export class BlockedPicturesReader {
  private readonly pictures: ViewReader<BlockedPictureDocument>;

  constructor(views: Views) {
    this.pictures = views.of(blockedPictures);
  }

  /** Whether a picture is similar to a blocked one, or the same. */
  hasNear(perceptualHash: string): Promise<boolean> {
    return someNear(
      this.pictures,
      perceptualHash,
      { isBlocked: true },
      (picture) => hammingDistance(picture.perceptualHash, perceptualHash) <= NEAR_COPY_DISTANCE,
    );
  }

  /** A picture that is or was blocked, by its hash, else null. */
  one(imageHash: string): Promise<Stored<BlockedPictureDocument> | null> {
    return this.pictures.get(imageHash);
  }

  /** A page of the pictures that are blocked, or of those that no longer are; newest first. */
  page(
    isBlocked: boolean,
    { limit, after }: { readonly limit: number; readonly after: readonly Scalar[] | null },
  ): Promise<readonly Stored<BlockedPictureDocument>[]> {
    return this.pictures.find({
      where: { isBlocked },
      sort: { blockedAt: -1, _id: -1 },
      limit,
      ...(after && { after }),
    });
  }

  /** How many pictures are blocked, or no longer are. */
  count(isBlocked: boolean): Promise<number> {
    return this.pictures.count({ isBlocked });
  }
}
