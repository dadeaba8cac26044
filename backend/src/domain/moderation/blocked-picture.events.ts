import type { Catalogue } from '../../kernel/event.js';
import type { ReasonCode } from './reasons.js';

export interface BlockedPictureEvents {
  /** The picture of a removed post was put on the block list: neither it nor a near-copy can be uploaded. */
  PictureBlocked: {
    imageHash: string;
    perceptualHash: string;
    /** The post that was removed. */
    postId: string;
    /** The removal. */
    actId: string;
    reason: ReasonCode;
  };
  /** An admin explained the block to other admins. */
  PictureBlockExplained: { imageHash: string; adminId: string; note: string | null };
  /** An admin lifted the block: the picture can be uploaded again. */
  PictureUnblocked: {
    imageHash: string;
    actId: string;
    adminId: string;
    reason: ReasonCode;
    note: string | null;
  };
  /** A block was undone. `isBlocked` is what the other blocks and liftings, in their order, result in. */
  PictureBlockUndone: { imageHash: string; actId: string; isBlocked: boolean };
  /** An admin undid the lifting of a block. `isBlocked` as above: another admin may have lifted it, too. */
  PictureUnblockingUndone: {
    imageHash: string;
    actId: string;
    adminId: string;
    isBlocked: boolean;
    because: string | null;
  };
}

/** Notes are for admins, and are encrypted with the key of their author. */
const personal = { subject: 'adminId', fields: ['note'] } as const;

export const blockedPictureEvents: Catalogue<BlockedPictureEvents> = {
  PictureBlocked: { version: 1 },
  PictureBlockExplained: { version: 1, personal },
  PictureUnblocked: { version: 1, personal },
  PictureBlockUndone: { version: 1 },
  PictureUnblockingUndone: { version: 1, personal: { subject: 'adminId', fields: ['because'] } },
};
