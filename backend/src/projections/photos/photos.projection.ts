import type { CategoryScores, Picture } from '../../domain/photo/photo.events.js';
import { projection } from '../projection.js';
import { type Bands, bandsOf } from './near-copy.js';

/** A rated photo: what its rating was, who took it, and how to find its likes. */
export interface PhotoDocument {
  readonly uploader: string;
  readonly picture: Picture;
  readonly verdict: 'pass' | 'review';
  readonly reasons: readonly string[];
  readonly scores: CategoryScores;
  readonly score: number;
  readonly comment: string;
  readonly judge: 'demo' | 'ai';
  readonly ratedAt: string;
  readonly claimedBy: string | null;
  readonly claimedAt: string | null;
  readonly isPublished: boolean;
  /** Quarters of the perceptual hash: near-copies are looked for by them. */
  readonly bands: Bands;
}

export const photos = projection<PhotoDocument>({
  name: 'photos',
  version: 2,
  indexes: [
    { fields: { isPublished: 1, ratedAt: 1 } },
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
      fold: (_, { data, metadata }) => ({
        uploader: data.uploader,
        picture: data.picture,
        verdict: data.verdict,
        reasons: data.reasons,
        scores: data.scores,
        score: data.score,
        comment: data.comment,
        judge: data.judge.kind,
        ratedAt: metadata.at,
        claimedBy: null,
        claimedAt: null,
        isPublished: false,
        bands: bandsOf(data.picture.perceptualHash),
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
