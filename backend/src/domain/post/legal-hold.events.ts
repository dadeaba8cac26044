import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, text, personal } from '../../kernel/field.js';
import { ReasonCode } from '../moderation/reasons.js';

const escalation = {
  postId: id,
  ownerId: id,
  actId: id,
  /** The admin. Their key encrypts the text: it is needed after the owner of the post was deleted. */
  adminId: id,
};

/** Illegal content under legal hold: only owners of the back office see it, and its files are kept. */
export const legalHoldEvents = {
  /** An admin put the post under legal hold. */
  PostEscalated: event(
    {
      ...escalation,
      reason: ReasonCode,
      /** For owners of the back office. */
      note: personal('adminId', text),
    },
    '{actor} put {postId} under legal hold ({reason|reason}).',
    { postId: 'post', ownerId: 'person', actId: 'act', adminId: 'admin' },
  ),
  /** An owner of the back office lifted the legal hold. */
  LegalHoldLifted: event(
    {
      ...escalation,
      /** Whether all visitors see the post now. */
      isPublic: flag,
      /** Why, for other admins. */
      because: personal('adminId', text),
    },
    '{actor} lifted the legal hold of {postId}, which left it {isPublic?visible to all:hidden from visitors}.',
    { postId: 'post', ownerId: 'person', actId: 'act', adminId: 'admin' },
  ),
};

export type LegalHoldEvents = EventsOf<typeof legalHoldEvents>;
