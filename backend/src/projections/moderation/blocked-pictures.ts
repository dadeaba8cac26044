import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import { type Bands, bandsOf, nearOneOf, someNear } from '../photos/near-copy.js';
import { projection } from '../projection.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';

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
