import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
  type TypeOf,
  id,
  list,
  named,
  nullable,
  object,
  flag,
  oneOf,
  personal,
  text,
  time,
} from '../../kernel/field.js';
import { ProfilePart } from '../account/account-state.js';
import { type Decider, noteOf, refuseOwn } from '../moderation/self-decision.js';
import { ReasonCode } from '../moderation/reasons.js';
import { type Subject, aboutPost, aboutSubject, ofSubject } from '../report/subject.js';

/**
 * What an admin can decide in the review queue. `dismiss` only rejects the reports, as approving a comment or a profile does. Only
 * posts can be removed. Hiding a profile withholds parts of it.
 */
export const REVIEW_DECISIONS = ['approve', 'hide', 'remove', 'dismiss'] as const;
export const ReviewDecision = named('ReviewDecision', oneOf(...REVIEW_DECISIONS));
export type ReviewDecision = TypeOf<typeof ReviewDecision>;

const decidedFields = {
  ...ofSubject,
  ownerId: id,
  adminId: id,
  decision: ReviewDecision,
  /** The act on the subject. */
  actId: id,
  /** Null if the decision needs none. */
  reason: nullable(ReasonCode),
  /** For the owner; null once the owner's key has been destroyed. */
  note: personal('ownerId', text),
  /** The reports that are decided with it, and the acts on them. */
  reports: list(object({ reporterId: id, actId: id })),
  /** Whether the admin was shown the picture; null where the request does not say it. */
  shown: nullable(flag),
  /** What is withheld of a profile that is hidden. */
  parts: list(ProfilePart),
  /** When such a profile had last changed as the admin saw it; null where the request does not say it. */
  seen: nullable(time),
};

const about = { ...aboutSubject, adminId: 'admin' } as const;

interface OfReview {
  readonly subject: Subject;
  readonly subjectId: string;
  readonly postId: string | null;
  readonly adminId: string;
}

interface Claim extends OfReview {
  readonly ownerId: string;
  readonly decider: Decider;
  readonly round: number;
  /** Whose reports the queue has. */
  readonly reporters: readonly string[];
  readonly now: string;
  readonly until: string;
  readonly isNew: boolean;
}

interface Ruling extends DataOf<typeof decidedFields> {
  readonly note: string;
  readonly decider: Decider;
}

/** The work of admins on one subject that is in the review queue, which it can be more than once. */
export interface Reviews {
  /** How often it was decided. */
  readonly round: number;
  readonly claim: DataOf<typeof claimFields> | null;
  /** The latest decision. */
  readonly last: Pick<
    DataOf<typeof decidedFields>,
    'subject' | 'postId' | 'adminId' | 'decision' | 'actId' | 'reports'
  > | null;
}

export const CLAIM_MINUTES = 10;

const claimFields = {
  adminId: id,
  until: time,
  /**
   * Whose reports the queue had: the decision covers them unless it names others. Null in claims of before it was recorded.
   */
  reporters: nullable(list(id)),
};

const initial: Reviews = { round: 0, claim: null, last: null };

export const Reviews = aggregate('review', {
  id: ({ subjectId }: Pick<OfReview, 'subjectId'>) => subjectId,
  initial,
  events: {
    /** An admin looks at it. Until `until` (ISO 8601) no other admin gets it. */
    ReviewClaimed: event(
      { ...ofSubject, ...claimFields },
      '{actor} took {subjectId} for a review until {until|time}.',
      { ...about, reporters: 'person' },
      { version: 2, upcast: { 1: (data) => ({ ...aboutPost(data), reporters: null }) } },
    ),
    /** The admin left without a decision. */
    ReviewReleased: event(
      { ...ofSubject, adminId: id },
      '{actor} gave {subjectId} back to the review queue without a decision.',
      about,
      { version: 2, upcast: { 1: aboutPost } },
    ),
    /** The admin decided. The acts on the subject and on the reports follow. */
    ReviewDecided: event(
      decidedFields,
      '{actor} decided the review of {subjectId}: {decision|words}; reports decided: {reports.length} ({reason|reason?no reason}).',
      {
        ...about,
        ownerId: 'person',
        actId: 'act',
        'reports.actId': 'act',
        'subjectId+reports.reporterId': 'report',
        'reports.reporterId': 'person',
      },
      { version: 2, upcast: { 1: (data) => ({ ...aboutPost(data), shown: null, parts: [], seen: null }) } },
    ),
  },
}).rules({
  evolve: {
    ReviewClaimed: (state, { adminId, until, reporters }) => ({
      ...state,
      claim: { adminId, until, reporters },
    }),
    ReviewReleased: (state) => ({ ...state, claim: null }),
    ReviewDecided: ({ round }, { subject, postId, adminId, decision, actId, reports }) => ({
      round: round + 1,
      claim: null,
      last: { subject, postId, adminId, decision, actId, reports },
    }),
  },
  decide: {
    /**
     * Reserve a subject of the review queue for an admin, from `now` until `until` (ISO 8601). `round` is how often it was
     * decided before, as the queue shows it: a queue that is behind reserves nothing that is decided. `isNew` rejects what
     * the same admin has already, for example in another window.
     */
    ClaimReview({ ownerId, decider, round, now, isNew, ...claiming }: Claim, { round: current, claim }) {
      refuseOwn(decider, ownerId);
      const { subject } = claiming;
      if (current !== round) throw decidedAlready(subject);
      if (claim && claim.until > now) {
        if (claim.adminId !== claiming.adminId) throw claimedAlready(subject);
        if (isNew) throw new Rejected('conflict', `You are reviewing this ${subject} already.`);
      }
      return [{ type: 'ReviewClaimed', data: claiming }];
    },
    /** Give a subject back to the queue. */
    ReleaseReview: (of: OfReview, { claim }) =>
      claim?.adminId === of.adminId ? [{ type: 'ReviewReleased', data: of }] : [],
    /** Decide about what the admin has claimed. */
    DecideReview({ decider, ...ruling }: Ruling, { claim, last }) {
      const { subject, adminId, ownerId, decision, reason } = ruling;
      refuseOwn(decider, ownerId);
      if (!claim) {
        // A retry, for example after the first answer was lost.
        if (last?.adminId === adminId && last.decision === decision) return [];
        throw last
          ? decidedAlready(subject)
          : new Rejected('conflict', `Please open this ${subject} for review first.`);
      }
      // A claim that has expired still counts until another admin takes the post.
      if (claim.adminId !== adminId) throw claimedAlready(subject);
      if (subject !== 'post' && decision === 'remove') {
        throw new Rejected('invalid', `A ${subject} can be hidden, but not removed.`);
      }
      const isAgainst = decision === 'hide' || decision === 'remove';
      if (isAgainst && reason === null) {
        throw new Rejected('invalid', 'Please choose a reason from the list');
      }
      const note = reason === null ? ruling.note.trim() : noteOf({ reason, note: ruling.note });
      return [{ type: 'ReviewDecided', data: { ...ruling, note } }];
    },
  },
});

function decidedAlready(subject: Subject): Rejected {
  return new Rejected('conflict', `This ${subject} was decided already.`, 'decided_already');
}

function claimedAlready(subject: Subject): Rejected {
  return new Rejected('conflict', `Another admin is reviewing this ${subject}.`);
}
