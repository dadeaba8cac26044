import { type EventOf, Rejected } from '../../kernel/aggregate.js';
import { noteOf, refuseOwn } from '../moderation/decisions.js';
import type { legalHoldEvents } from './legal-hold.events.js';
import type * as commands from './post.commands.js';
import { isShown } from './post-acts.events.js';
import type { Post } from './post-state.js';

type Decision = EventOf<typeof legalHoldEvents>[];

export const escalatePost = (
  { postId, actId, adminId, decider, ...given }: commands.EscalatePost,
  { ownerId, deleted, legalHold }: Post,
): Decision => {
  if (ownerId === null || deleted) throw new Rejected('notFound', 'Post not found');
  refuseOwn(decider, ownerId);
  if (legalHold !== null) return [];
  const { reason } = given;
  return [{ type: 'PostEscalated', data: { postId, ownerId, actId, adminId, reason, note: noteOf(given) } }];
};

/** Also for a post that was deleted meanwhile: its files are still there. */
export const liftLegalHold = (
  { postId, actId, adminId, decider, because }: commands.LiftLegalHold,
  { ownerId, deleted, legalHold, moderation, undone }: Post,
): Decision => {
  if (ownerId === null) throw new Rejected('notFound', 'Post not found');
  refuseOwn(decider, ownerId);
  if (undone.includes(actId)) return [];
  if (legalHold !== actId) throw new Rejected('notFound', 'Act not found');
  const isPublic = !deleted && isShown(moderation);
  return [{ type: 'LegalHoldLifted', data: { postId, ownerId, actId, adminId, isPublic, because } }];
};
