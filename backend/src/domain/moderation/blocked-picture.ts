import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './blocked-picture.commands.js';
import type { BlockedPictureEvents } from './blocked-picture.events.js';
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
export interface BlockedPicture {
  /** In order. The last one decides. */
  readonly acts: readonly OpenAct[];
  /** The posts that it was removed with. */
  readonly postIds: readonly string[];
  /** Acts that were undone. They are not repeated: a late repetition of a removal must not block again. */
  readonly undone: readonly string[];
  /** What admins wrote about it, oldest first. */
  readonly notes: readonly BlockNote[];
}

type Decision = EventOf<BlockedPictureEvents>[];

/** Whether the picture may not be uploaded. */
export function isBlocked({ acts }: Pick<BlockedPicture, 'acts'>): boolean {
  return acts.at(-1)?.blocks ?? false;
}

const isKnown = ({ acts, undone }: BlockedPicture, actId: string) =>
  undone.includes(actId) || acts.some((act) => act.actId === actId);

const blockPicture = (command: commands.BlockPicture['data'], picture: BlockedPicture): Decision =>
  isKnown(picture, command.actId) ? [] : [{ type: 'PictureBlocked', data: command }];

const explainBlockedPicture = (
  { imageHash, adminId, note }: commands.ExplainBlockedPicture['data'],
  picture: BlockedPicture,
): Decision => {
  requireListed(picture);
  const text = noteOf({ reason: 'other', note });
  const last = picture.notes.at(-1);
  if (last?.adminId === adminId && last.note === text) return [];
  return [{ type: 'PictureBlockExplained', data: { imageHash, adminId, note: text } }];
};

const unblockPicture = (
  { decider, ...command }: commands.UnblockPicture['data'],
  picture: BlockedPicture,
): Decision => {
  refuseOwn(decider);
  if (isKnown(picture, command.actId)) return [];
  requireListed(picture);
  if (!isBlocked(picture)) throw new Rejected('conflict', 'This picture is not blocked any more.');
  return [{ type: 'PictureUnblocked', data: { ...command, note: noteOf(command) } }];
};

const undoPictureBlock = (
  { imageHash, actId }: commands.UndoPictureBlock['data'],
  { acts }: BlockedPicture,
): Decision => {
  if (!acts.some((act) => act.actId === actId && act.blocks)) return [];
  const left = { acts: acts.filter((act) => act.actId !== actId) };
  return [{ type: 'PictureBlockUndone', data: { imageHash, actId, isBlocked: isBlocked(left) } }];
};

const undoUnblocking = (
  { decider, ...command }: commands.UndoUnblocking['data'],
  { acts, undone }: BlockedPicture,
): Decision => {
  refuseOwn(decider);
  const { actId } = command;
  if (undone.includes(actId)) return [];
  if (!acts.some((act) => act.actId === actId && !act.blocks))
    throw new Rejected('notFound', 'Act not found');
  const left = { acts: acts.filter((act) => act.actId !== actId) };
  return [{ type: 'PictureUnblockingUndone', data: { ...command, isBlocked: isBlocked(left) } }];
};

function requireListed({ acts }: BlockedPicture): void {
  if (acts.length === 0) throw new Rejected('notFound', 'This picture is not on the block list.');
}

const withAct = (picture: BlockedPicture, act: OpenAct): BlockedPicture => ({
  ...picture,
  acts: [...picture.acts, act],
});

const withoutAct = (picture: BlockedPicture, actId: string): BlockedPicture => ({
  ...picture,
  acts: picture.acts.filter((act) => act.actId !== actId),
  undone: [...picture.undone, actId],
});

const withNote = (picture: BlockedPicture, note: BlockNote): BlockedPicture => ({
  ...picture,
  notes: [...picture.notes, note],
});

export const blockedPicture: Aggregate<BlockedPicture, BlockedPictureEvents, typeof commands> = {
  category: 'blockedPicture',
  id: ({ imageHash }) => imageHash,
  initial: { acts: [], postIds: [], undone: [], notes: [] },
  commands,
  decide: {
    BlockPicture: blockPicture,
    ExplainBlockedPicture: explainBlockedPicture,
    UnblockPicture: unblockPicture,
    UndoPictureBlock: undoPictureBlock,
    UndoUnblocking: undoUnblocking,
  },
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
};
