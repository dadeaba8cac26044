import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import { CategoryScores, Picture } from '../../domain/photo/photo.js';
import type { Stored } from '../../kernel/document-store.js';
import {
  type TypeOf,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  time,
} from '../../kernel/field.js';
import { readerOf, view } from '../view.js';
import { BANDS, Bands, bandsOf, nearOneOf, someNear } from './near-copy.js';

/** The rating issued for a photo. */
const PhotoRating = object({ scores: CategoryScores, score: number, comment: text });
export type PhotoRating = TypeOf<typeof PhotoRating>;

/** A photo that passed the check: its rating, its claim, and how to find near-copies. */
const Photo = object({
  uploader: id,
  picture: Picture,
  verdict: oneOf('pass', 'review'),
  reasons: list(text),
  /** Null for a photo whose owner did not ask for a rating. */
  rating: nullable(PhotoRating),
  judge: oneOf('demo', 'ai'),
  /** When it passed the check. */
  admittedAt: time,
  claimedBy: nullable(id),
  claimedAt: nullable(time),
  isPublished: flag,
  /** Quarters of the perceptual hash, to find near-copies. */
  bands: Bands,
});
export type PhotoDocument = TypeOf<typeof Photo>;

export const photos = view('photos', {
  version: 3,
  document: Photo,
  indexes: [
    'isPublished admittedAt',
    ...BANDS.map((band) => `bands.${band}`),
    'uploader claimedBy',
    'claimedBy',
  ],
})
  .createdBy('photoId', {
    PhotoRated: (_, data, { at }) => {
      const { scores, score, comment } = data;
      return { ...admitted(data, at), rating: { scores, score, comment } };
    },
    PhotoAdmitted: (_, data, { at }) => ({ ...admitted(data, at), claimedBy: data.ownerId, claimedAt: at }),
  })
  .changedBy('photoId', {
    RatingClaimed: (photo, { accountId }, { at }) => ({ ...photo, claimedBy: accountId, claimedAt: at }),
    PhotoDeleted: () => null,
  })
  .changedBy('postId', {
    PostPublished: (photo) => ({ ...photo, isPublished: true }),
    PostDeleted: () => null,
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
export class PhotosReader extends readerOf(photos) {
  /** Whether another user than `ownerId` has published a similar picture. */
  hasNearCopy(perceptualHash: string, ownerId: string): Promise<boolean> {
    const isNear = nearOneOf([perceptualHash]);
    return someNear(
      this.documents,
      [perceptualHash],
      { isPublished: true },
      ({ claimedBy, picture }) => claimedBy !== ownerId && isNear(picture.perceptualHash),
    );
  }

  /** Published pictures that are similar, also of the same person, `most` at most. */
  async nearCopiesOf(
    photoId: string,
    perceptualHash: string,
    most: number,
  ): Promise<readonly Stored<PhotoDocument>[]> {
    const isNear = nearOneOf([perceptualHash]);
    const copies: Stored<PhotoDocument>[] = [];
    await someNear(this.documents, [perceptualHash], { isPublished: true }, (photo) => {
      if (photo._id !== photoId && isNear(photo.picture.perceptualHash)) copies.push(photo);
      return copies.length >= most;
    });
    return copies;
  }

  /**
   * Unpublished photos that passed the check before `admittedBefore` and whose rating was not claimed since
   * `claimedBefore`; oldest first, 1,000 at most.
   */
  unpublished(admittedBefore: Date, claimedBefore: Date): Promise<readonly Stored<PhotoDocument>[]> {
    return this.documents.find({
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
    return this.documents.find({
      where: {
        isPublished: false,
        $or: [{ uploader: `account:${accountId}`, claimedBy: null }, { claimedBy: accountId }],
      },
      limit: MOST,
    });
  }
}
