import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './blocked-picture.commands.js';
import { blockedPictureEvents } from './blocked-picture.events.js';
import { noteOf, refuseOwn } from './decisions.js';

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

type Decision = EventOf<typeof blockedPictureEvents>[];

/** Whether the picture may not be uploaded. */
export function isBlocked({ acts }: Pick<PictureBlock, 'acts'>): boolean {
  return acts.at(-1)?.blocks ?? false;
}

const isKnown = ({ acts, undone }: PictureBlock, actId: string) =>
  undone.includes(actId) || acts.some((act) => act.actId === actId);

const blockPicture = (command: commands.BlockPicture, picture: PictureBlock): Decision =>
  isKnown(picture, command.actId) ? [] : [{ type: 'PictureBlocked', data: command }];

const explainBlockedPicture = (
  { imageHash, adminId, note }: commands.ExplainBlockedPicture,
  picture: PictureBlock,
): Decision => {
  requireListed(picture);
  const text = noteOf({ reason: 'other', note });
  const last = picture.notes.at(-1);
  if (last?.adminId === adminId && last.note === text) return [];
  return [{ type: 'PictureBlockExplained', data: { imageHash, adminId, note: text } }];
};

const unblockPicture = (
  { decider, ...command }: commands.UnblockPicture,
  picture: PictureBlock,
): Decision => {
  refuseOwn(decider);
  if (isKnown(picture, command.actId)) return [];
  requireListed(picture);
  if (!isBlocked(picture)) throw new Rejected('conflict', 'This picture is not blocked any more.');
  return [{ type: 'PictureUnblocked', data: { ...command, note: noteOf(command) } }];
};

const undoPictureBlock = (
  { imageHash, actId }: commands.UndoPictureBlock,
  { acts }: PictureBlock,
): Decision => {
  if (!acts.some((act) => act.actId === actId && act.blocks)) return [];
  const left = { acts: acts.filter((act) => act.actId !== actId) };
  return [{ type: 'PictureBlockUndone', data: { imageHash, actId, isBlocked: isBlocked(left) } }];
};

const undoUnblocking = (
  { decider, ...command }: commands.UndoUnblocking,
  { acts, undone }: PictureBlock,
): Decision => {
  refuseOwn(decider);
  const { actId } = command;
  if (undone.includes(actId)) return [];
  if (!acts.some((act) => act.actId === actId && !act.blocks))
    throw new Rejected('notFound', 'Act not found');
  const left = { acts: acts.filter((act) => act.actId !== actId) };
  return [{ type: 'PictureUnblockingUndone', data: { ...command, isBlocked: isBlocked(left) } }];
};

function requireListed({ acts }: PictureBlock): void {
  if (acts.length === 0) throw new Rejected('notFound', 'This picture is not on the block list.');
}

const withAct = (picture: PictureBlock, act: OpenAct): PictureBlock => ({
  ...picture,
  acts: [...picture.acts, act],
});

const withoutAct = (picture: PictureBlock, actId: string): PictureBlock => ({
  ...picture,
  acts: picture.acts.filter((act) => act.actId !== actId),
  undone: [...picture.undone, actId],
});

const withNote = (picture: PictureBlock, note: BlockNote): PictureBlock => ({
  ...picture,
  notes: [...picture.notes, note],
});

type Key =
  | commands.BlockPicture
  | commands.ExplainBlockedPicture
  | commands.UnblockPicture
  | commands.UndoPictureBlock
  | commands.UndoUnblocking;

const initial: PictureBlock = { acts: [], postIds: [], undone: [], notes: [] };

export const PictureBlock = aggregate('blockedPicture', {
  id: ({ imageHash }: Key) => imageHash,
  initial,
  events: blockedPictureEvents,
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
    BlockPicture: blockPicture,
    ExplainBlockedPicture: explainBlockedPicture,
    UnblockPicture: unblockPicture,
    UndoPictureBlock: undoPictureBlock,
    UndoUnblocking: undoUnblocking,
  },
});
