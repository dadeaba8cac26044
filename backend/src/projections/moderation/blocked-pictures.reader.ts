import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';
import { nearOneOf } from '../photos/near-copy.js';
import { someNear } from '../photos/near-copy-search.js';
import { type BlockedPictureDocument, blockedPictures } from './blocked-pictures.projection.js';

@Injectable()
export class BlockedPicturesReader {
  private readonly pictures: ViewReader<BlockedPictureDocument>;

  constructor(views: Views) {
    this.pictures = views.of(blockedPictures);
  }

  /** Whether one of these perceptual hashes is that of a blocked picture, or of one that is similar to it. */
  hasNear(hashes: readonly string[]): Promise<boolean> {
    const isNear = nearOneOf(hashes);
    return someNear(this.pictures, hashes, { isBlocked: true }, (picture) => isNear(picture.perceptualHash));
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
