import { Inject, Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';
import { BANDS, NEAR_COPY_DISTANCE, bandsOfNearCopies, hammingDistance } from './near-copy.js';
import { type PhotoDocument, photos } from './photos.projection.js';

/** How many photos are read at once. */
const MOST = 1000;

/** Reads the photos that passed the check. */
@Injectable()
export class PhotosReader {
  private readonly photos: ViewReader<PhotoDocument>;

  constructor(@Inject(Views) views: Views) {
    this.photos = views.of(photos);
  }

  /** Whether another user than `ownerId` has published a similar picture. */
  async hasNearCopy(perceptualHash: string, ownerId: string): Promise<boolean> {
    const near = bandsOfNearCopies(perceptualHash);
    const where = {
      isPublished: true,
      $or: BANDS.map((band) => ({ [`bands.${band}`]: { $in: near[band] } })),
    };
    const isNearCopy = ({ claimedBy, picture }: PhotoDocument) =>
      claimedBy !== ownerId && hammingDistance(picture.perceptualHash, perceptualHash) <= NEAR_COPY_DISTANCE;
    // Any number of pictures may share a quarter: read them in pages, ordered by id.
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
