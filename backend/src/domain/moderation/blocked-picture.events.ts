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
  PictureBlocked: {
    version: 1,
    trail: {
      says: '{actor} blocked {imageHash} of {postId} and its near-copies ({reason|reason}).',
      about: { imageHash: 'picture', postId: 'post', actId: 'act' },
      reason: 'reason',
    },
  },
  PictureBlockExplained: {
    version: 1,
    personal,
    trail: {
      says: '{actor} wrote a note for other admins on {imageHash}.',
      about: { imageHash: 'picture', adminId: 'admin' },
    },
  },
  PictureUnblocked: {
    version: 1,
    personal,
    trail: {
      says: '{actor} let {imageHash} be uploaded again ({reason|reason}).',
      about: { imageHash: 'picture', actId: 'act', adminId: 'admin' },
      reason: 'reason',
    },
  },
  PictureBlockUndone: {
    version: 1,
    trail: {
      says: '{actor} undid {actId}, which left {imageHash} {isBlocked?blocked:free to upload}.',
      about: { imageHash: 'picture', actId: 'act' },
    },
  },
  PictureUnblockingUndone: {
    version: 1,
    personal: { subject: 'adminId', fields: ['because'] },
    trail: {
      says: '{actor} undid {actId}, which left {imageHash} {isBlocked?blocked:free to upload}.',
      about: { imageHash: 'picture', actId: 'act', adminId: 'admin' },
    },
  },
};
