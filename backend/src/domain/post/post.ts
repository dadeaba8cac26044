import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { PUBLICATIONS } from '../moderation/publication.js';
import { escalatePost, liftLegalHold } from './legal-hold.js';
import { legalHoldEvents } from './legal-hold.events.js';
import type * as commands from './post.commands.js';
import { postEvents } from './post.events.js';
import { areFilesDue, postActs, undoPostAct, withAct, withHold, withoutAct } from './post-acts.js';
import {
  POST_ACTS,
  type PostActEvents,
  type PostActType,
  postActEvents,
  unmoderated,
} from './post-acts.events.js';
import type { Post as PostState } from './post-state.js';

const events = { ...postEvents, ...postActEvents, ...legalHoldEvents };

/** What a publication means for the post. */
const OUTCOMES = {
  public: { isPublic: true, review: 'none' },
  'public with review': { isPublic: true, review: 'after' },
  held: { isPublic: false, review: 'before' },
} as const;

const publishPost = (command: commands.PublishPost, post: PostState): EventOf<typeof events>[] => {
  // A retry, for example after the first answer was lost.
  if (post.ownerId === command.ownerId && !post.deleted) return [];
  if (post.ownerId !== null) throw new Rejected('conflict', 'You have already published this photo.');
  const verdict = command.moderationFlags.length === 0 ? 'pass' : 'review';
  return [
    { type: 'PostPublished', data: { ...command, ...OUTCOMES[PUBLICATIONS[verdict][command.standing]] } },
  ];
};

const deletePost = (command: commands.DeletePost, post: PostState): EventOf<typeof events>[] => {
  if (post.ownerId !== command.ownerId) throw new Rejected('notFound', 'Post not found');
  if (post.deleted) return [];
  return [{ type: 'PostDeleted', data: { ...command, imageHash: post.imageHash } }];
};

const deleteRemovedPost = (
  { postId, ...when }: commands.DeleteRemovedPost,
  post: PostState,
): EventOf<typeof events>[] => {
  const { ownerId, imageHash, deleted } = post;
  if (ownerId === null || deleted || !areFilesDue(post, when)) return [];
  return [{ type: 'PostDeleted', data: { postId, ownerId, imageHash, because: 'moderation' } }];
};

type PostActs = {
  readonly [Type in PostActType]: (post: PostState, data: PostActEvents[Type], at: string) => PostState;
};

const done = Object.fromEntries(
  POST_ACTS.map((type) => [
    type,
    (post: PostState, { actId, reason }: PostActEvents[PostActType], at: string) =>
      withAct(post, { type, actId, reason, at }),
  ]),
) as PostActs;

type Key =
  | commands.PublishPost
  | commands.DeletePost
  | commands.DeleteRemovedPost
  | commands.ApprovePost
  | commands.HidePost
  | commands.ShowPost
  | commands.RemovePost
  | commands.EscalatePost
  | commands.LiftLegalHold
  | commands.UndoPostAct;

const initial: PostState = {
  ownerId: null,
  imageHash: '',
  isPublic: false,
  deleted: false,
  legalHold: null,
  isBornHeld: false,
  moderation: unmoderated(false),
  acts: [],
  undone: [],
};

export type Post = PostState;

export const Post = aggregate('post', {
  id: ({ postId }: Key) => postId,
  initial,
  events,
}).rules({
  evolve: {
    PostPublished: (state, { ownerId, picture, isPublic }) => ({
      ...state,
      ownerId,
      imageHash: picture.imageHash,
      isPublic,
      isBornHeld: !isPublic,
      moderation: unmoderated(!isPublic),
    }),
    PostDeleted: (state) => ({ ...state, deleted: true }),
    ...done,
    PostActUndone: (state, { actId }) => withoutAct(state, actId),
    PostEscalated: (state, { actId }) => withHold(state, actId),
    LegalHoldLifted: (state, { actId }) => ({
      ...withHold(state, null),
      undone: [...state.undone, actId],
    }),
  },
  decide: {
    PublishPost: publishPost,
    DeletePost: deletePost,
    DeleteRemovedPost: deleteRemovedPost,
    ...postActs,
    UndoPostAct: undoPostAct,
    EscalatePost: escalatePost,
    LiftLegalHold: liftLegalHold,
  },
});
