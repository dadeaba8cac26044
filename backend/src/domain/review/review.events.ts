import { type EventsOf, event } from '../../kernel/event.js';
import {
  type TypeOf,
  id,
  list,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
  personal,
} from '../../kernel/field.js';
import { ReasonCode } from '../moderation/reasons.js';

/** What an admin can decide about a post in the review queue. `dismiss` only rejects the reports. */
export const REVIEW_DECISIONS = ['approve', 'hide', 'remove', 'dismiss'] as const;
export const ReviewDecision = named('ReviewDecision', oneOf(...REVIEW_DECISIONS));
export type ReviewDecision = TypeOf<typeof ReviewDecision>;

/** The work of admins on a post that is in the review queue, which it can be more than once. */
export const reviewEvents = {
  /** An admin looks at the post. Until `until` (ISO 8601) no other admin gets it. */
  ReviewClaimed: event(
    {
      postId: id,
      adminId: id,
      until: time,
    },
    '{actor} took {postId} for a review until {until|time}.',
    { postId: 'post', adminId: 'admin' },
  ),
  /** The admin left without a decision. */
  ReviewReleased: event(
    {
      postId: id,
      adminId: id,
    },
    '{actor} gave {postId} back to the review queue without a decision.',
    { postId: 'post', adminId: 'admin' },
  ),
  /** The admin decided. The acts on the post and on the reports follow. */
  ReviewDecided: event(
    {
      postId: id,
      ownerId: id,
      adminId: id,
      decision: ReviewDecision,
      /** The act on the post. */
      actId: id,
      /** Null if the decision needs none. */
      reason: nullable(ReasonCode),
      /** For the owner; null once the owner's key has been destroyed. */
      note: personal('ownerId', text),
      /** The reports that are decided with it, and the acts on them. */
      reports: list(
        object({
          reporterId: id,
          actId: id,
        }),
      ),
    },
    '{actor} decided the review of {postId}: {decision|words}; reports decided: {reports.length} ({reason|reason?no reason}).',
    {
      postId: 'post',
      ownerId: 'person',
      adminId: 'admin',
      actId: 'act',
      'reports.actId': 'act',
      'postId+reports.reporterId': 'report',
      'reports.reporterId': 'person',
    },
  ),
};

export type ReviewEvents = EventsOf<typeof reviewEvents>;
