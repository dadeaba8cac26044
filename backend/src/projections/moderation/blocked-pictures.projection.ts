import type { DomainEvents } from '../../domain/events.js';
import { type Bands, bandsOf } from '../photos/near-copy.js';
import { projection } from '../projection.js';

/** A picture that is or was on the block list, under its hash. */
export interface BlockedPictureDocument {
  readonly perceptualHash: string;
  /** Quarters of the perceptual hash, to find near-copies. */
  readonly bands: Bands;
  readonly isBlocked: boolean;
  /** The post of the latest removal. */
  readonly postId: string;
  readonly reason: DomainEvents['PictureBlocked']['reason'];
  /** When it was first blocked, ISO 8601. */
  readonly blockedAt: string;
}

interface Undone {
  readonly data: { readonly imageHash: string; readonly isBlocked: boolean };
}

const undone = {
  ids: ({ data }: Undone) => [data.imageHash],
  fold: (picture: BlockedPictureDocument | null, { data: { isBlocked } }: Undone) =>
    picture && { ...picture, isBlocked },
};

export const blockedPictures = projection<BlockedPictureDocument>({
  name: 'blocked-pictures',
  version: 1,
  indexes: [
    { fields: { isBlocked: 1, blockedAt: 1 } },
    { fields: { 'bands.a': 1 } },
    { fields: { 'bands.b': 1 } },
    { fields: { 'bands.c': 1 } },
    { fields: { 'bands.d': 1 } },
  ],
  on: {
    PictureBlocked: {
      ids: ({ data }) => [data.imageHash],
      fold: (picture, { data: { perceptualHash, postId, reason }, metadata }) => ({
        perceptualHash,
        bands: bandsOf(perceptualHash),
        isBlocked: true,
        postId,
        reason,
        blockedAt: picture?.blockedAt ?? metadata.at,
      }),
    },
    PictureUnblocked: {
      ids: ({ data }) => [data.imageHash],
      fold: (picture) => picture && { ...picture, isBlocked: false },
    },
    PictureBlockUndone: undone,
    PictureUnblockingUndone: undone,
  },
});
