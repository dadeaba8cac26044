import type { DomainEvents } from '../../domain/events.js';
import type { CategoryScores, Picture } from '../../domain/photo/photo.js';
import { projection } from '../projection.js';
import { type Bands, bandsOf } from './near-copy.js';

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
