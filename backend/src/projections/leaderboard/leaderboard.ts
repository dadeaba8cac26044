import type { DomainEvents } from '../../domain/events.js';
import { Picture } from '../../domain/photo/photo.js';
import {
  POST_ACTS,
  PostModeration,
  isShown,
  moderated,
  moderationIn,
  unmoderated,
} from '../../domain/post/post-moderation.js';
import {
  type TypeOf,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  time,
  week as isoWeek,
} from '../../kernel/field.js';
import { view } from '../view.js';
import { NO_BOOSTS, PostBoosts, TIERS, applied, ended, lastBoost, released, stopped } from './post-boosts.js';
import { rankCounts } from './rank-levels.js';
import { Scores, averageTenths } from './scores.js';

/**
 * A post as the board keeps it. Sums and counts, never a rounded average. Names and pictures of people are
 * joined when read.
 */
const Post = object({
  ...PostBoosts.properties,
  ownerId: id,
  picture: Picture,
  ...Scores.properties,
  likesCount: number,
  commentsCount: number,
  isPublic: flag,
  moderation: PostModeration,
  /** Whether it is under legal hold: not even its owner sees it. */
  isEscalated: flag,
  /** Since when it is hidden until an admin has looked at it, because of a report of a minor; null for most posts. */
  checkedSince: nullable(time),
  /** Whether visitors see the judge's note and category scores, which the view of photos has. */
  isSheetPublic: flag,
  moderationFlags: list(text),
  publishedAt: time,
  week: isoWeek,
  /** Sort key, ascending: average, then vote count, then the older post. */
  rank: text,
  /** The rank key, while the post is public. */
  publicRank: nullable(text),
  /** The group by the recorded boosts, while the post is public. A boost counts until its end is recorded. */
  tier: nullable(oneOf(...TIERS)),
  /** When the boost in `tier` ends; null for a post without one. */
  boostEndsAt: nullable(time),
  /** When `tier` changed last: the begin of its boost, or the end of the last one. */
  tierSince: nullable(time),
});
export type LeaderboardDocument = TypeOf<typeof Post>;

export const leaderboard = view<LeaderboardDocument>('leaderboard', {
  version: 13,
  document: Post,
  isRemembered: true,
  figures: ['likesCount', 'commentsCount', 'voteTenths', 'voteCount', 'rank', 'publicRank'],
  tellsOf: ({ _id, ownerId }) => [`post-${_id}`, `account-${ownerId}`],
  counts: rankCounts,
  indexes: [
    { fields: { tier: 1, publishedAt: -1 }, also: ['ownerId'] },
    { fields: { tier: 1, rank: 1 }, also: ['ownerId'] },
    'boostEndsAt',
    'tierSince',
    { fields: { ownerId: 1, boostEndsAt: 1 }, isSparse: true },
    'week publicRank',
    'week isPublic -publishedAt',
    { fields: { week: 1, checkedSince: 1 }, isSparse: true },
    'week ownerId publicRank',
    'ownerId isPublic -publishedAt',
    'ownerId tier -publishedAt',
    'ownerId tier rank',
    'ownerId -publishedAt',
  ],
})
  .createdBy('postId', {
    PostPublished: (_, { ownerId, picture, rating, isPublic, moderationFlags, publishedAt, week }) =>
      placed({
        ...NO_BOOSTS,
        ownerId,
        picture,
        aiTenths: rating && Math.round(rating.score * 10),
        voteTenths: 0,
        voteCount: 0,
        likesCount: 0,
        commentsCount: 0,
        isPublic,
        moderation: unmoderated(!isPublic),
        isEscalated: false,
        checkedSince: null,
        isSheetPublic: false,
        moderationFlags,
        publishedAt,
        week,
      }),
  })
  .changedBy('postId', POST_ACTS, (post, { actId, reason }, { at }, _, { type }) => {
    const moderation = moderated(post.moderation, { type, actId, reason, at });
    return placed({ ...post, isPublic: isShown(moderation) && !post.isEscalated, moderation });
  })
  .changedBy('postId', {
    PostDeleted: () => null,
    PostActUndone: (post, data) =>
      placed({ ...post, isPublic: data.isPublic, moderation: moderationIn(data) }),
    PostEscalated: (post) => placed({ ...post, isPublic: false, isEscalated: true }),
    LegalHoldLifted: (post, { isPublic }) => placed({ ...post, isPublic, isEscalated: false }),
    PostCheckBegan: (post, _, { at }) => placed({ ...post, isPublic: false, checkedSince: at }),
    PostCheckEnded: (post, { isPublic }) => placed({ ...post, isPublic, checkedSince: null }),
    ScoreSheetShown: (post) => ({ ...post, isSheetPublic: true }),
    ScoreSheetHidden: (post) => ({ ...post, isSheetPublic: false }),
    Rated: (post, { score }) => voted(post, score, 1),
    Liked: (post) => ({ ...post, likesCount: post.likesCount + 1 }),
    Unliked: (post) => ({ ...post, likesCount: post.likesCount - 1 }),
    CommentPosted: (post) => withComments(post, 1),
    CommentDeleted: (post, { wasHidden }) => withComments(post, wasHidden ? 0 : -1),
    CommentHidden: (post) => withComments(post, -1),
    CommentActUndone: (post) => withComments(post, 1),
    BoostApplied: (post, data) => placed({ ...post, ...applied(post, data) }),
    BoostEnded: (post, data) => placed({ ...post, ...ended(post, data) }),
  })
  // The boost may be on no post.
  .changedBy(({ postId }: { readonly postId: string | null }) => postId, {
    BoostHeld: (post, data) => placed({ ...post, ...stopped(post, data) }),
    BoostReleased: (post, data) => placed({ ...post, ...released(post, data) }),
    BoostRevoked: (post, data) => placed({ ...post, ...stopped(post, data) }),
  })
  .changedBy(({ postId, counted }: DomainEvents['RatingExcluded']) => (counted ? postId : null), {
    RatingExcluded: (post, { score }) => voted(post, score, -1),
  })
  .changedBy(({ postId, counts }: DomainEvents['RatingIncluded']) => (counts ? postId : null), {
    RatingIncluded: (post, { score }) => voted(post, score, 1),
  });

/** The post with so many more comments. */
function withComments(post: LeaderboardDocument, more: number): LeaderboardDocument {
  return { ...post, commentsCount: post.commentsCount + more };
}

/** A post with one vote more, or one less. */
function voted(post: LeaderboardDocument, score: number, votes: 1 | -1): LeaderboardDocument {
  const voteTenths = post.voteTenths + votes * score * 10;
  return placed({ ...post, voteTenths, voteCount: post.voteCount + votes });
}

type Unplaced = Omit<LeaderboardDocument, 'rank' | 'publicRank' | 'tier' | 'boostEndsAt' | 'tierSince'>;

const MOST_VOTES = 999_999_999;

/** How many votes the part of a sort key stands for. */
export function votesIn(part: string): number {
  return MOST_VOTES - Number(part);
}

/** The sort key of a post with these scores. */
export function rankOf(scores: Scores, publishedAt: string): string {
  const rating = String(100 - averageTenths(scores)).padStart(3, '0');
  const votes = String(MOST_VOTES - scores.voteCount).padStart(9, '0');
  return `${rating} ${votes} ${publishedAt}`;
}

/** Adds the fields that lists are ordered by. */
function placed(post: Unplaced): LeaderboardDocument {
  const rank = rankOf(post, post.publishedAt);
  if (!post.isPublic) {
    return { ...post, rank, publicRank: null, tier: null, boostEndsAt: null, tierSince: null };
  }
  const last = lastBoost(post);
  const current = post.boostId === null ? null : last;
  return {
    ...post,
    rank,
    publicRank: rank,
    tier: current?.boostType ?? 'none',
    boostEndsAt: current?.until ?? null,
    tierSince: (current ? current.from : last?.until) ?? null,
  };
}
