import type { Decider } from '../../src/domain/moderation/self-decision.js';
import { Post } from '../../src/domain/post/post.js';
import type { DomainEvents } from '../../src/domain/events.js';
import type { PostActType } from '../../src/domain/post/post-moderation.js';
import { NOBODY } from '../../src/domain/admin/person.js';

/** Nobody's account: an admin whose login belongs to no account. */
export const decider: Decider = NOBODY;
export const given = { reason: 'spam', note: 'No adverts, please.' } as const;

type Named<Type extends PostActType> = { readonly type: Type; readonly data: DomainEvents[Type] };

/** An act on the post p1 of ann, as an event. */
export function acted<Type extends PostActType>(type: Type, actId: string): Named<Type> {
  const about = { postId: 'p1', ownerId: 'ann', actId };
  const isReasoned = type === 'PostHidden' || type === 'PostRemoved';
  return {
    type,
    data: {
      ...about,
      reason: isReasoned ? given.reason : null,
      note: isReasoned ? given.note : '',
      ...(type === 'PostApproved' && { shown: null }),
    },
  } as Named<Type>;
}

/** The commands on the post p1, by name. */
export const decide = {
  approve: (actId: string, by = decider) =>
    Post.ApprovePost({ postId: 'p1', actId, decider: by, shown: null }),
  hide: (actId: string, by = decider) => Post.HidePost({ postId: 'p1', actId, decider: by, ...given }),
  show: (actId: string, by = decider) => Post.ShowPost({ postId: 'p1', actId, decider: by, given: null }),
  remove: (actId: string, by = decider) => Post.RemovePost({ postId: 'p1', actId, decider: by, ...given }),
  undo: (actId: string, by = decider) =>
    Post.UndoPostAct({ postId: 'p1', actId, decider: by, because: 'A mistake.' }),
};

const onP1 = (actId: string) => ({ postId: 'p1', ownerId: 'ann', actId });
const HOLD = { reason: 'minor', note: 'Reported to the police.' } as const;

/** Escalates the post p1. */
export const escalation = (actId: string, by = decider) =>
  Post.EscalatePost({ postId: 'p1', actId, decider: by, adminId: 'moe', ...HOLD });
/** What that leads to. */
export const escalated = (actId: string) =>
  ({ type: 'PostEscalated', data: { ...onP1(actId), adminId: 'moe', ...HOLD } }) as const;
/** Lifts its legal hold. */
export const lifting = (actId: string, by = decider) =>
  Post.LiftLegalHold({ postId: 'p1', actId, decider: by, adminId: 'olga', because: 'It is legal.' });
/** What that leads to. */
export const lifted = (actId: string, isPublic = true) =>
  ({
    type: 'LegalHoldLifted',
    data: { ...onP1(actId), adminId: 'olga', isPublic, because: 'It is legal.' },
  }) as const;

/** The beginning of a check of the post p1, because of reports by these people. */
export const checkBegan = (...reporters: string[]) =>
  ({ type: 'PostCheckBegan', data: { postId: 'p1', ownerId: 'ann', reporters } }) as const;
/** Its end, because no report hides the post any more. */
export const checkEnded = (changes: Partial<DomainEvents['PostCheckEnded']> = {}) =>
  ({
    type: 'PostCheckEnded',
    data: { postId: 'p1', ownerId: 'ann', actId: null, isCleared: false, isPublic: true, ...changes },
  }) as const;
