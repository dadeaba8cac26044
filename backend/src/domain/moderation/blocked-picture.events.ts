import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, nullable, text } from '../../kernel/field.js';
import { ReasonCode } from './reasons.js';

/** Notes are for admins, and are encrypted with the key of their author. */
const personal = { subject: 'adminId', fields: ['note'] } as const;

export const blockedPictureEvents = {
  /** The picture of a removed post was put on the block list: neither it nor a near-copy can be uploaded. */
  PictureBlocked: event({
    version: 1,
    data: {
      imageHash: id,
      perceptualHash: id,
      /** The post that was removed. */
      postId: id,
      /** The removal. */
      actId: id,
      reason: ReasonCode,
    },
    trail: {
      says: '{actor} blocked {imageHash} of {postId} and its near-copies ({reason|reason}).',
      about: { imageHash: 'picture', postId: 'post', actId: 'act' },
      reason: 'reason',
    },
  }),
  /** An admin explained the block to other admins. */
  PictureBlockExplained: event({
    version: 1,
    data: {
      imageHash: id,
      adminId: id,
      note: nullable(text),
    },
    personal,
    trail: {
      says: '{actor} wrote a note for other admins on {imageHash}.',
      about: { imageHash: 'picture', adminId: 'admin' },
    },
  }),
  /** An admin lifted the block: the picture can be uploaded again. */
  PictureUnblocked: event({
    version: 1,
    data: {
      imageHash: id,
      actId: id,
      adminId: id,
      reason: ReasonCode,
      note: nullable(text),
    },
    personal,
    trail: {
      says: '{actor} let {imageHash} be uploaded again ({reason|reason}).',
      about: { imageHash: 'picture', actId: 'act', adminId: 'admin' },
      reason: 'reason',
    },
  }),
  /** A block was undone. `isBlocked` is what the other blocks and liftings, in their order, result in. */
  PictureBlockUndone: event({
    version: 1,
    data: {
      imageHash: id,
      actId: id,
      isBlocked: flag,
    },
    trail: {
      says: '{actor} undid {actId}, which left {imageHash} {isBlocked?blocked:free to upload}.',
      about: { imageHash: 'picture', actId: 'act' },
    },
  }),
  /** An admin undid the lifting of a block. `isBlocked` as above: another admin may have lifted it, too. */
  PictureUnblockingUndone: event({
    version: 1,
    data: {
      imageHash: id,
      actId: id,
      adminId: id,
      isBlocked: flag,
      because: nullable(text),
    },
    personal: { subject: 'adminId', fields: ['because'] },
    trail: {
      says: '{actor} undid {actId}, which left {imageHash} {isBlocked?blocked:free to upload}.',
      about: { imageHash: 'picture', actId: 'act', adminId: 'admin' },
    },
  }),
};

export type BlockedPictureEvents = EventsOf<typeof blockedPictureEvents>;
