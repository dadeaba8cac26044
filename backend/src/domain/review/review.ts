import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { noteOf, refuseOwn } from '../moderation/decisions.js';
import type * as commands from './review.commands.js';
import { type ReviewDecision, reviewEvents, type ReviewEvents } from './review.events.js';

/** The work of admins on one post. */
export interface Review {
  /** How often it was decided. */
  readonly round: number;
  readonly claim: { readonly adminId: string; readonly until: string } | null;
  /** The latest decision. */
  readonly last: {
    readonly adminId: string;
    readonly decision: ReviewDecision;
    readonly actId: string;
    readonly reports: ReviewEvents['ReviewDecided']['reports'];
  } | null;
}

export const CLAIM_MINUTES = 10;

type Decision = EventOf<typeof reviewEvents>[];

const decidedAlready = () => new Rejected('conflict', 'This post was decided already.', 'decided_already');
const claimedAlready = () => new Rejected('conflict', 'Another admin is reviewing this post.');

const claimReview = (
  { postId, ownerId, adminId, decider, round, now, until, isNew }: commands.ClaimReview,
  review: Review,
): Decision => {
  refuseOwn(decider, ownerId);
  if (review.round !== round) throw decidedAlready();
  const { claim } = review;
  if (claim && claim.until > now) {
    if (claim.adminId !== adminId) throw claimedAlready();
    if (isNew) throw new Rejected('conflict', 'You are reviewing this post already.');
  }
  return [{ type: 'ReviewClaimed', data: { postId, adminId, until } }];
};

const releaseReview = ({ postId, adminId }: commands.ReleaseReview, { claim }: Review): Decision =>
  claim?.adminId === adminId ? [{ type: 'ReviewReleased', data: { postId, adminId } }] : [];

const decideReview = ({ decider, ...command }: commands.DecideReview, { claim, last }: Review): Decision => {
  const { adminId, ownerId, decision, reason } = command;
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
  const note = reason === null ? command.note.trim() : noteOf({ reason, note: command.note });
  return [{ type: 'ReviewDecided', data: { ...command, note } }];
};

type Key = commands.ClaimReview | commands.ReleaseReview | commands.DecideReview;

const initial: Review = { round: 0, claim: null, last: null };

export const Reviews = aggregate('review', {
  id: ({ postId }: Key) => postId,
  initial,
  events: reviewEvents,
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
  decide: { ClaimReview: claimReview, ReleaseReview: releaseReview, DecideReview: decideReview },
});
