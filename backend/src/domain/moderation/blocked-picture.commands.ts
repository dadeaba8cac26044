import type { Decider } from './decisions.js';
import type { BlockedPictureEvents } from './blocked-picture.events.js';

/** Put the picture of a removed post on the block list. */
export type BlockPicture = BlockedPictureEvents['PictureBlocked'];

/** Explain a block to other admins. */
export type ExplainBlockedPicture = { imageHash: string; adminId: string; note: string };

/** Allow the picture to be uploaded again. */
export type UnblockPicture = BlockedPictureEvents['PictureUnblocked'] & { note: string; decider: Decider };

/** Undo a block, because the removal was undone. */
export type UndoPictureBlock = { imageHash: string; actId: string };

/** Undo the lifting of a block. */
export type UndoUnblocking = {
  imageHash: string;
  actId: string;
  adminId: string;
  decider: Decider;
  because: string;
};
