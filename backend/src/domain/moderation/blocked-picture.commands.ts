import { Command } from '../../kernel/aggregate.js';
import type { Decider } from './decisions.js';
import type { BlockedPictureEvents } from './blocked-picture.events.js';

/** Put the picture of a removed post on the block list. */
export class BlockPicture extends Command<BlockedPictureEvents['PictureBlocked']> {}

/** Explain a block to other admins. */
export class ExplainBlockedPicture extends Command<{ imageHash: string; adminId: string; note: string }> {}

/** Allow the picture to be uploaded again. */
export class UnblockPicture extends Command<
  BlockedPictureEvents['PictureUnblocked'] & { note: string; decider: Decider }
> {}

/** Undo a block, because the removal was undone. */
export class UndoPictureBlock extends Command<{ imageHash: string; actId: string }> {}

/** Undo the lifting of a block. */
export class UndoUnblocking extends Command<{
  imageHash: string;
  actId: string;
  adminId: string;
  decider: Decider;
  because: string;
}> {}
