import { Injectable } from '@nestjs/common';
import { ReasonCode } from '../../domain/moderation/reasons.js';
import type { Stored } from '../../kernel/document-store.js';
import { type TypeOf, flag, id, object, text, time } from '../../kernel/field.js';
import type { AdminPart } from '../admin-list.js';
import { BANDS, bandsOf, distanceFrom, NEAR_COPY_DISTANCE, someNear } from '../photos/near-copy.js';
import { readerOf, view } from '../view.js';

/** A picture that is or was on the block list, under its hash. */
const BlockedPicture = object({
  perceptualHash: id,
  /** Quarters of the perceptual hash, to find near-copies. */
  bands: object({ a: text, b: text, c: text, d: text }),
  isBlocked: flag,
  /** The post of the latest removal. */
  postId: id,
  reason: ReasonCode,
  /** When it was first blocked. */
  blockedAt: time,
});
export type BlockedPictureDocument = TypeOf<typeof BlockedPicture>;

export const blockedPictures = view('blocked-pictures', {
  version: 1,
  document: BlockedPicture,
  indexes: ['isBlocked blockedAt', ...BANDS.map((band) => `bands.${band}`)],
})
  .createdBy('imageHash', {
    PictureBlocked: (picture, { perceptualHash, postId, reason }, { at }) => ({
      perceptualHash,
      bands: bandsOf(perceptualHash),
      isBlocked: true,
      postId,
      reason,
      blockedAt: picture?.blockedAt ?? at,
    }),
  })
  .changedBy('imageHash', {
    PictureUnblocked: (picture) => ({ ...picture, isBlocked: false }),
    PictureBlockUndone: (picture, { isBlocked }) => ({ ...picture, isBlocked }),
    PictureUnblockingUndone: (picture, { isBlocked }) => ({ ...picture, isBlocked }),
  });

@Injectable()
export class BlockedPicturesReader extends readerOf(blockedPictures) {
  /**
   * The hash of the blocked picture whose perceptual hash is nearest to one of these; null if none is that of a near-copy.
   */
  async nearest(hashes: readonly string[]): Promise<string | null> {
    const distance = distanceFrom(hashes);
    let [nearest, least]: [string | null, number] = [null, NEAR_COPY_DISTANCE + 1];
    await someNear(this.documents, hashes, { isBlocked: true }, ({ _id, perceptualHash }) => {
      const bits = distance(perceptualHash);
      if (bits < least) [nearest, least] = [_id, bits];
      return bits === 0;
    });
    return nearest;
  }

  /** A page of the pictures that are blocked, or of those that no longer are; newest first. */
  page(isBlocked: boolean, { limit, after }: AdminPart): Promise<readonly Stored<BlockedPictureDocument>[]> {
    return this.documents.find({
      where: { isBlocked },
      sort: { blockedAt: -1, _id: -1 },
      limit,
      ...(after && { after }),
    });
  }

  /** How many pictures are blocked, or no longer are. */
  count(isBlocked: boolean): Promise<number> {
    return this.documents.count({ isBlocked });
  }
}
