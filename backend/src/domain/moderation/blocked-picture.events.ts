import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, text, personal } from '../../kernel/field.js';
import { ReasonCode } from './reasons.js';

/** Notes are for admins, and are encrypted with the key of their author. */
export const blockedPictureEvents = {
  /** The picture of a removed post was put on the block list: neither it nor a near-copy can be uploaded. */
  PictureBlocked: event(
    {
      imageHash: id,
      perceptualHash: id,
      /** The post that was removed. */
      postId: id,
      /** The removal. */
      actId: id,
      reason: ReasonCode,
    },
    '{actor} blocked {imageHash} of {postId} and its near-copies ({reason|reason}).',
    { imageHash: 'picture', postId: 'post', actId: 'act' },
  ),
  /** An admin explained the block to other admins. */
  PictureBlockExplained: event(
    {
      imageHash: id,
      adminId: id,
      note: personal('adminId', text),
    },
    '{actor} wrote a note for other admins on {imageHash}.',
    { imageHash: 'picture', adminId: 'admin' },
  ),
  /** An admin lifted the block: the picture can be uploaded again. */
  PictureUnblocked: event(
    {
      imageHash: id,
      actId: id,
      adminId: id,
      reason: ReasonCode,
      note: personal('adminId', text),
    },
    '{actor} let {imageHash} be uploaded again ({reason|reason}).',
    { imageHash: 'picture', actId: 'act', adminId: 'admin' },
  ),
  /** A block was undone. `isBlocked` is what the other blocks and liftings, in their order, result in. */
  PictureBlockUndone: event(
    {
      imageHash: id,
      actId: id,
      isBlocked: flag,
    },
    '{actor} undid {actId}, which left {imageHash} {isBlocked?blocked:free to upload}.',
    { imageHash: 'picture', actId: 'act' },
  ),
  /** An admin undid the lifting of a block. `isBlocked` as above: another admin may have lifted it, too. */
  PictureUnblockingUndone: event(
    {
      imageHash: id,
      actId: id,
      adminId: id,
      isBlocked: flag,
      because: personal('adminId', text),
    },
    '{actor} undid {actId}, which left {imageHash} {isBlocked?blocked:free to upload}.',
    { imageHash: 'picture', actId: 'act', adminId: 'admin' },
  ),
};

export type BlockedPictureEvents = EventsOf<typeof blockedPictureEvents>;
