import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { NEAR_COPY_DISTANCE, hammingDistance } from './near-copy.js';
import { someNear } from './near-copy-search.js';
import { type PhotoDocument, photos } from './photos.projection.js';

/** How many photos are read at once. */
const MOST = 1000;

/** Reads the photos that passed the check. */
@Injectable()
export class PhotosReader {
  private readonly photos: ViewReader<PhotoDocument>;

  constructor(views: Views) {
    this.photos = views.of(photos);
  }

  /** Whether another user than `ownerId` has published a similar picture. */
  hasNearCopy(perceptualHash: string, ownerId: string): Promise<boolean> {
    return someNear(
      this.photos,
      [perceptualHash],
      { isPublished: true },
      ({ claimedBy, picture }) =>
        claimedBy !== ownerId &&
        hammingDistance(picture.perceptualHash, perceptualHash) <= NEAR_COPY_DISTANCE,
    );
  }

  /** Published pictures that are similar, also of the same person, `most` at most. */
  async nearCopiesOf(
    photoId: string,
    perceptualHash: string,
    most: number,
  ): Promise<readonly Stored<PhotoDocument>[]> {
    const copies: Stored<PhotoDocument>[] = [];
    await someNear(this.photos, [perceptualHash], { isPublished: true }, (photo) => {
      const { picture } = photo;
      const isNear = hammingDistance(picture.perceptualHash, perceptualHash) <= NEAR_COPY_DISTANCE;
      if (isNear && photo._id !== photoId) copies.push(photo);
      return copies.length >= most;
    });
    return copies;
  }

  /**
   * Unpublished photos that passed the check before `admittedBefore` and whose rating was not claimed since
   * `claimedBefore`; oldest first, 1,000 at most.
   */
  unpublished(admittedBefore: Date, claimedBefore: Date): Promise<readonly Stored<PhotoDocument>[]> {
    return this.photos.find({
      where: {
        isPublished: false,
        admittedAt: { $lt: admittedBefore.toISOString() },
        $or: [{ claimedAt: null }, { claimedAt: { $lt: claimedBefore.toISOString() } }],
      },
      sort: { admittedAt: 1 },
      limit: MOST,
    });
  }

  /** Unpublished photos of an account: uploaded by it, or with a rating that it claimed; 1,000 at most. */
  unpublishedOf(accountId: string): Promise<readonly Stored<PhotoDocument>[]> {
    return this.photos.find({
      where: {
        isPublished: false,
        $or: [{ uploader: `account:${accountId}`, claimedBy: null }, { claimedBy: accountId }],
      },
      limit: MOST,
    });
  }
}
