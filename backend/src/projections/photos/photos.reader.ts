import { Inject, Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type PhotoDocument, photos } from './photos.projection.js';

/** How many photos are read at once. */
const MOST = 1000;

/** Photos that passed the gate. */
@Injectable()
export class PhotosReader {
  private readonly photos: ViewReader<PhotoDocument>;

  constructor(@Inject(Views) views: Views) {
    this.photos = views.of(photos);
  }

  /**
   * Photos that passed the gate before `admittedBefore`, that nobody has published, and whose rating nobody has claimed
   * since `claimedBefore`; oldest first, 1,000 at most.
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

  /**
   * Unpublished photos of an account, those that it uploaded and those whose rating it claimed; 1,000 at most.
   */
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
