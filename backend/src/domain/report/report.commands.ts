import type { Decider } from '../moderation/decisions.js';
import type { ReasonCode } from '../moderation/reasons.js';
import type { PostFacts } from '../post/post-facts.js';
import type { ReportCategory } from './report.events.js';

/** Report a problem with a post. */
export type ReportPost = {
  post: PostFacts;
  reporterId: string;
  category: ReportCategory;
  reason: string;
};

/** A report that an admin works on. */
interface OfReport {
  postId: string;
  reporterId: string;
  decider: Decider;
}

/** Say that a report was right, or that nothing is wrong. `actId` is the id of the act. */
export type DecideReport = OfReport & { actId: string; status: 'reviewed' | 'dismissed'; note: string };

/** Undo a decision: the report is pending again. */
export type ReopenReport = OfReport & { actId: string; because: string };

/** Give a pending report to an admin, or to nobody. */
export type AssignReport = OfReport & { assigneeId: string | null };

/** Write a note about a pending report, for other admins. Idempotent by its id. */
export type NoteOnReport = OfReport & { noteId: string; text: string };

/** Put a pending report into another category. */
export type CategoriseReport = OfReport & { category: ReasonCode };
