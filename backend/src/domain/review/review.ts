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
  oneOf,
  personal,
  text,
  time,
} from '../../kernel/field.js';
import { type Decider, noteOf, refuseOwn } from '../moderation/self-decision.js';
import { ReasonCode } from '../moderation/reasons.js';

/** What an admin can decide about a post in the review queue. `dismiss` only rejects the reports. */
export const REVIEW_DECISIONS = ['approve', 'hide', 'remove', 'dismiss'] as const;
export const ReviewDecision = named('ReviewDecision', oneOf(...REVIEW_DECISIONS));
export type ReviewDecision = TypeOf<typeof ReviewDecision>;

const decidedFields = {
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
  reports: list(object({ reporterId: id, actId: id })),
};

const about = { postId: 'post', adminId: 'admin' } as const;

interface OfReview {
  readonly postId: string;
  readonly adminId: string;
}

interface Claim extends OfReview {
  readonly ownerId: string;
  readonly decider: Decider;
  readonly round: number;
  readonly now: string;
  readonly until: string;
  readonly isNew: boolean;
}

interface Ruling extends DataOf<typeof decidedFields> {
  readonly note: string;
  readonly decider: Decider;
}

/** The work of admins on one post that is in the review queue, which it can be more than once. */
export interface Reviews {
  /** How often it was decided. */
  readonly round: number;
  readonly claim: { readonly adminId: string; readonly until: string } | null;
  /** The latest decision. */
  readonly last: Pick<DataOf<typeof decidedFields>, 'adminId' | 'decision' | 'actId' | 'reports'> | null;
}

export const CLAIM_MINUTES = 10;

const initial: Reviews = { round: 0, claim: null, last: null };

export const Reviews = aggregate('review', {
  id: ({ postId }: Pick<OfReview, 'postId'>) => postId,
  initial,
  events: {
    /** An admin looks at the post. Until `until` (ISO 8601) no other admin gets it. */
    ReviewClaimed: event(
      { postId: id, adminId: id, until: time },
      '{actor} took {postId} for a review until {until|time}.',
      about,
    ),
    /** The admin left without a decision. */
    ReviewReleased: event(
      { postId: id, adminId: id },
      '{actor} gave {postId} back to the review queue without a decision.',
      about,
    ),
    /** The admin decided. The acts on the post and on the reports follow. */
    ReviewDecided: event(
      decidedFields,
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
  },
}).rules({
  evolve: {
    ReviewClaimed: (state, { adminId, until }) => ({ ...state, claim: { adminId, until } }),
    ReviewReleased: (state) => ({ ...state, claim: null }),
    ReviewDecided: ({ round }, { adminId, decision, actId, reports }) => ({
      round: round + 1,
      claim: null,
      last: { adminId, decision, actId, reports },
    }),
  },
  decide: {
    /**
     * Reserve a post of the review queue for an admin, from `now` until `until` (ISO 8601). `round` is how often it was
     * decided before, as the queue shows it: a queue that is behind reserves nothing that is decided. `isNew` rejects a post
     * that the same admin has already, for example in another window.
     */
    ClaimReview(
      { postId, ownerId, adminId, decider, round, now, until, isNew }: Claim,
      { round: current, claim },
    ) {
      refuseOwn(decider, ownerId);
      if (current !== round) throw decidedAlready();
      if (claim && claim.until > now) {
        if (claim.adminId !== adminId) throw claimedAlready();
        if (isNew) throw new Rejected('conflict', 'You are reviewing this post already.');
      }
      return [{ type: 'ReviewClaimed', data: { postId, adminId, until } }];
    },
    /** Give a post back to the queue. */
    ReleaseReview: ({ postId, adminId }: OfReview, { claim }) =>
      claim?.adminId === adminId ? [{ type: 'ReviewReleased', data: { postId, adminId } }] : [],
    /** Decide about a post that the admin has claimed. */
    DecideReview({ decider, ...ruling }: Ruling, { claim, last }) {
      const { adminId, ownerId, decision, reason } = ruling;
      refuseOwn(decider, ownerId);
      if (!claim) {
        // A retry, for example after the first answer was lost.
        if (last?.adminId === adminId && last.decision === decision) return [];
        throw last ? decidedAlready() : new Rejected('conflict', 'Please open this post for review first.');
      }
      // A claim that has expired still counts until another admin takes the post.
      if (claim.adminId !== adminId) throw claimedAlready();
      const isAgainst = decision === 'hide' || decision === 'remove';
      if (isAgainst && reason === null) {
        throw new Rejected('invalid', 'Please choose a reason from the list');
      }
      const note = reason === null ? ruling.note.trim() : noteOf({ reason, note: ruling.note });
      return [{ type: 'ReviewDecided', data: { ...ruling, note } }];
    },
  },
});

function decidedAlready(): Rejected {
  return new Rejected('conflict', 'This post was decided already.', 'decided_already');
}

function claimedAlready(): Rejected {
  return new Rejected('conflict', 'Another admin is reviewing this post.');
}
