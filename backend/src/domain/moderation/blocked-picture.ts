import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, flag, id, personal, text } from '../../kernel/field.js';
import { type Decider, noteOf, refuseOwn } from './self-decision.js';
import { ReasonCode } from './reasons.js';

// Notes are for admins, and are encrypted with the key of their author.

const blockedFields = {
  imageHash: id,
  perceptualHash: id,
  /** The post that was removed. */
  postId: id,
  /** The removal. */
  actId: id,
  reason: ReasonCode,
};

const unblockedFields = {
  imageHash: id,
  actId: id,
  adminId: id,
  reason: ReasonCode,
  note: personal('adminId', text),
};

const about = { imageHash: 'picture', actId: 'act', adminId: 'admin' } as const;

interface OfPicture {
  readonly imageHash: string;
}

interface Explanation extends OfPicture {
  readonly adminId: string;
  readonly note: string;
}

interface Unblocking extends DataOf<typeof unblockedFields> {
  readonly note: string;
  readonly decider: Decider;
}

interface Undoing extends OfPicture {
  readonly actId: string;
}

interface UndoingByAdmin extends Undoing {
  readonly adminId: string;
  readonly decider: Decider;
  readonly because: string;
}

/** A block or its lifting that was not undone. */
interface OpenAct {
  readonly actId: string;
  readonly blocks: boolean;
}

/** A note of an admin; its text is null once the key of the admin has been destroyed. */
export interface BlockNote {
  readonly adminId: string;
  readonly at: string;
  readonly note: string | null;
}

/** A picture, by its hash, as the block list knows it. */
export interface PictureBlock {
  /** In order. The last one decides. */
  readonly acts: readonly OpenAct[];
  /** The posts that it was removed with. */
  readonly postIds: readonly string[];
  /** Acts that were undone. They are not repeated: a late repetition of a removal must not block again. */
  readonly undone: readonly string[];
  /** What admins wrote about it, oldest first. */
  readonly notes: readonly BlockNote[];
}

const initial: PictureBlock = { acts: [], postIds: [], undone: [], notes: [] };

export const PictureBlock = aggregate('blockedPicture', {
  id: ({ imageHash }: OfPicture) => imageHash,
  initial,
  events: {
    /** The picture of a removed post was put on the block list: neither it nor a near-copy can be uploaded. */
    PictureBlocked: event(
      blockedFields,
      '{actor} blocked {imageHash} of {postId} and its near-copies ({reason|reason}).',
      { imageHash: 'picture', postId: 'post', actId: 'act' },
    ),
    /** An admin explained the block to other admins. */
    PictureBlockExplained: event(
      { imageHash: id, adminId: id, note: personal('adminId', text) },
      '{actor} wrote a note for other admins on {imageHash}.',
      { imageHash: 'picture', adminId: 'admin' },
    ),
    /** An admin lifted the block: the picture can be uploaded again. */
    PictureUnblocked: event(
      unblockedFields,
      '{actor} let {imageHash} be uploaded again ({reason|reason}).',
      about,
    ),
    /** A block was undone. `isBlocked` is what the other blocks and liftings, in their order, result in. */
    PictureBlockUndone: event(
      { imageHash: id, actId: id, isBlocked: flag },
      '{actor} undid {actId}, which left {imageHash} {isBlocked?blocked:free to upload}.',
      { imageHash: 'picture', actId: 'act' },
    ),
    /** An admin undid the lifting of a block. `isBlocked` as above: another admin may have lifted it, too. */
    PictureUnblockingUndone: event(
      { imageHash: id, actId: id, adminId: id, isBlocked: flag, because: personal('adminId', text) },
      '{actor} undid {actId}, which left {imageHash} {isBlocked?blocked:free to upload}.',
      about,
    ),
  },
}).rules({
  evolve: {
    PictureBlocked: (picture, { actId, postId }) => {
      const postIds = [...new Set([...picture.postIds, postId])];
      return withAct({ ...picture, postIds }, { actId, blocks: true });
    },
    PictureBlockExplained: (picture, { adminId, note }, at) => withNote(picture, { adminId, at, note }),
    PictureUnblocked: (picture, { actId, adminId, note }, at) =>
      withAct(note === '' ? picture : withNote(picture, { adminId, at, note }), { actId, blocks: false }),
    PictureBlockUndone: (picture, { actId }) => withoutAct(picture, actId),
    PictureUnblockingUndone: (picture, { actId }) => withoutAct(picture, actId),
  },
  decide: {
    /** Put the picture of a removed post on the block list. */
    BlockPicture: (block: DataOf<typeof blockedFields>, picture) =>
      isKnown(picture, block.actId) ? [] : [{ type: 'PictureBlocked', data: block }],
    /** Explain a block to other admins. */
    ExplainBlockedPicture({ imageHash, adminId, note }: Explanation, picture) {
      requireListed(picture);
      const trimmed = noteOf({ reason: 'other', note });
      const last = picture.notes.at(-1);
      if (last?.adminId === adminId && last.note === trimmed) return [];
      return [{ type: 'PictureBlockExplained', data: { imageHash, adminId, note: trimmed } }];
    },
    /** Allow the picture to be uploaded again. */
    UnblockPicture({ decider, ...act }: Unblocking, picture) {
      refuseOwn(decider);
      if (isKnown(picture, act.actId)) return [];
      requireListed(picture);
      if (!isBlocked(picture)) throw new Rejected('conflict', 'This picture is not blocked any more.');
      return [{ type: 'PictureUnblocked', data: { ...act, note: noteOf(act) } }];
    },
    /** Undo a block, because the removal was undone. */
    UndoPictureBlock({ imageHash, actId }: Undoing, picture) {
      if (!picture.acts.some((act) => act.actId === actId && act.blocks)) return [];
      const left = withoutAct(picture, actId);
      return [{ type: 'PictureBlockUndone', data: { imageHash, actId, isBlocked: isBlocked(left) } }];
    },
    /** Undo the lifting of a block. */
    UndoUnblocking({ decider, ...undoing }: UndoingByAdmin, picture) {
      refuseOwn(decider);
      const { actId } = undoing;
      if (picture.undone.includes(actId)) return [];
      if (!picture.acts.some((act) => act.actId === actId && !act.blocks)) {
        throw new Rejected('notFound', 'Act not found');
      }
      const left = withoutAct(picture, actId);
      return [{ type: 'PictureUnblockingUndone', data: { ...undoing, isBlocked: isBlocked(left) } }];
    },
  },
});

/** Whether the picture may not be uploaded. */
export function isBlocked({ acts }: Pick<PictureBlock, 'acts'>): boolean {
  return acts.at(-1)?.blocks ?? false;
}

function isKnown({ acts, undone }: PictureBlock, actId: string): boolean {
  return undone.includes(actId) || acts.some((act) => act.actId === actId);
}

function requireListed({ acts }: PictureBlock): void {
  if (acts.length === 0) throw new Rejected('notFound', 'This picture is not on the block list.');
}

function withAct(picture: PictureBlock, act: OpenAct): PictureBlock {
  return { ...picture, acts: [...picture.acts, act] };
}

function withoutAct(picture: PictureBlock, actId: string): PictureBlock {
  return {
    ...picture,
    acts: picture.acts.filter((act) => act.actId !== actId),
    undone: [...picture.undone, actId],
  };
}

function withNote(picture: PictureBlock, note: BlockNote): PictureBlock {
  return { ...picture, notes: [...picture.notes, note] };
}
