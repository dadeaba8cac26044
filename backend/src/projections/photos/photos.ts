import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import type { CategoryScores, Picture } from '../../domain/photo/photo.js';
import { projection } from '../projection.js';
import { type Bands, bandsOf, NEAR_COPY_DISTANCE, hammingDistance, someNear } from './near-copy.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';

/** The rating issued for a photo. */
export interface PhotoRating {
  readonly scores: CategoryScores;
  readonly score: number;
  readonly comment: string;
}

/** A photo that passed the check: its rating, its claim, and how to find near-copies. */
export interface PhotoDocument {
  readonly uploader: string;
  readonly picture: Picture;
  readonly verdict: 'pass' | 'review';
  readonly reasons: readonly string[];
  /** Null for a photo whose owner did not ask for a rating. */
  readonly rating: PhotoRating | null;
  readonly judge: 'demo' | 'ai';
  /** When it passed the check. */
  readonly admittedAt: string;
  readonly claimedBy: string | null;
  readonly claimedAt: string | null;
  readonly isPublished: boolean;
  /** Quarters of the perceptual hash, to find near-copies. */
  readonly bands: Bands;
}

export const photos = projection<PhotoDocument>({
  name: 'photos',
  version: 3,
  indexes: [
    { fields: { isPublished: 1, admittedAt: 1 } },
    { fields: { 'bands.a': 1 } },
    { fields: { 'bands.b': 1 } },
    { fields: { 'bands.c': 1 } },
    { fields: { 'bands.d': 1 } },
    { fields: { uploader: 1, claimedBy: 1 } },
    { fields: { claimedBy: 1 } },
  ],
  on: {
    PhotoRated: {
      ids: ({ data }) => [data.photoId],
      fold: (_, { data, metadata }) => {
        const { scores, score, comment } = data;
        return { ...admitted(data, metadata.at), rating: { scores, score, comment } };
      },
    },
    PhotoAdmitted: {
      ids: ({ data }) => [data.photoId],
      fold: (_, { data, metadata }) => ({
        ...admitted(data, metadata.at),
        claimedBy: data.ownerId,
        claimedAt: metadata.at,
      }),
    },
    RatingClaimed: {
      ids: ({ data }) => [data.photoId],
      fold: (photo, { data, metadata }) =>
        photo && { ...photo, claimedBy: data.accountId, claimedAt: metadata.at },
    },
    PostPublished: {
      ids: ({ data }) => [data.postId],
      fold: (photo) => photo && { ...photo, isPublished: true },
    },
    PostDeleted: { ids: ({ data }) => [data.postId], fold: () => null },
    PhotoDeleted: { ids: ({ data }) => [data.photoId], fold: () => null },
  },
});

function admitted(
  { uploader, picture, verdict, reasons, judge }: DomainEvents['PhotoRated' | 'PhotoAdmitted'],
  at: string,
): PhotoDocument {
  return {
    uploader,
    picture,
    verdict,
    reasons,
    rating: null,
    judge: judge.kind,
    admittedAt: at,
    claimedBy: null,
    claimedAt: null,
    isPublished: false,
    bands: bandsOf(picture.perceptualHash),
  };
}

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
