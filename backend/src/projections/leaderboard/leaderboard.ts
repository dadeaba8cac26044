import type { DomainEvents } from '../../domain/events.js';
import type { Picture } from '../../domain/photo/photo.js';
import {
  POST_ACTS,
  type PostActType,
  type PostModeration,
  isShown,
  moderated,
  moderationIn,
  unmoderated,
} from '../../domain/post/post-moderation.js';
import type { EventFold } from '../../kernel/projection.js';
import { foldEach, projection } from '../projection.js';
import {
  NO_BOOSTS,
  type PostBoosts,
  type Tier,
  applied,
  ended,
  lastBoost,
  released,
  stopped,
} from './post-boosts.js';
import { rankCounts } from './rank-levels.js';
import { type Scores, averageTenths } from './scores.js';

/**
 * A post as the board keeps it. Sums and counts, never a rounded average. Names and pictures of people are
 * joined when read.
 */
export interface LeaderboardDocument extends Scores, PostBoosts {
  readonly ownerId: string;
  readonly picture: Picture;
  readonly likesCount: number;
  readonly commentsCount: number;
  readonly isPublic: boolean;
  readonly moderation: PostModeration;
  /** Whether it is under legal hold: not even its owner sees it. */
  readonly isEscalated: boolean;
  readonly moderationFlags: readonly string[];
  readonly publishedAt: string;
  readonly week: string;
  /** Sort key, ascending: average, then vote count, then the older post. */
  readonly rank: string;
  /** The rank key, while the post is public. */
  readonly publicRank: string | null;
  /** The group by the recorded boosts, while the post is public. A boost counts until its end is recorded. */
  readonly tier: Tier | null;
  /** When the boost in `tier` ends; null for a post without one. */
  readonly boostEndsAt: string | null;
  /** When `tier` changed last: the begin of its boost, or the end of the last one. */
  readonly tierSince: string | null;
}

export const leaderboard = projection<LeaderboardDocument>({
  name: 'leaderboard',
  version: 11,
  isRemembered: true,
  tellsOf: ({ _id, ownerId }) => [`post-${_id}`, `account-${ownerId}`],
  indexes: [
    { fields: { tier: 1, publishedAt: -1 }, also: ['ownerId'] },
    { fields: { tier: 1, rank: 1 }, also: ['ownerId'] },
    { fields: { boostEndsAt: 1 } },
    { fields: { tierSince: 1 } },
    { fields: { ownerId: 1, boostEndsAt: 1 }, isSparse: true },
    { fields: { week: 1, publicRank: 1 } },
    { fields: { week: 1, isPublic: 1, publishedAt: -1 } },
    { fields: { week: 1, ownerId: 1, publicRank: 1 } },
    { fields: { ownerId: 1, isPublic: 1, publishedAt: -1 } },
    { fields: { ownerId: 1, tier: 1, publishedAt: -1 } },
    { fields: { ownerId: 1, tier: 1, rank: 1 } },
    { fields: { ownerId: 1, publishedAt: -1 } },
  ],
  figures: ['likesCount', 'commentsCount', 'voteTenths', 'voteCount', 'rank', 'publicRank'],
  counts: rankCounts,
  on: {
    PostPublished: {
      ids: ({ data }) => [data.postId],
      fold: (_, { data }) =>
        placed({
          ...NO_BOOSTS,
          ownerId: data.ownerId,
          picture: data.picture,
          aiTenths: data.rating && Math.round(data.rating.score * 10),
          voteTenths: 0,
          voteCount: 0,
          likesCount: 0,
          commentsCount: 0,
          isPublic: data.isPublic,
          moderation: unmoderated(!data.isPublic),
          isEscalated: false,
          moderationFlags: data.moderationFlags,
          publishedAt: data.publishedAt,
          week: data.week,
        }),
    },
    PostDeleted: { ids: ({ data }) => [data.postId], fold: () => null },
    ...foldEach(POST_ACTS, decided),
    PostActUndone: {
      ids: ({ data }) => [data.postId],
      fold: (post, { data }) =>
        post && placed({ ...post, isPublic: data.isPublic, moderation: moderationIn(data) }),
    },
    PostEscalated: {
      ids: ({ data }) => [data.postId],
      fold: (post) => post && placed({ ...post, isPublic: false, isEscalated: true }),
    },
    LegalHoldLifted: {
      ids: ({ data }) => [data.postId],
      fold: (post, { data: { isPublic } }) => post && placed({ ...post, isPublic, isEscalated: false }),
    },
    Rated: {
      ids: ({ data }) => [data.postId],
      fold: (post, { data: { score } }) => post && voted(post, score, 1),
    },
    RatingExcluded: {
      ids: ({ data: { postId, counted } }) => (counted ? [postId] : []),
      fold: (post, { data: { score } }) => post && voted(post, score, -1),
    },
    RatingIncluded: {
      ids: ({ data: { postId, counts } }) => (counts ? [postId] : []),
      fold: (post, { data: { score } }) => post && voted(post, score, 1),
    },
    Liked: {
      ids: ({ data }) => [data.postId],
      fold: (post) => post && { ...post, likesCount: post.likesCount + 1 },
    },
    Unliked: {
      ids: ({ data }) => [data.postId],
      fold: (post) => post && { ...post, likesCount: post.likesCount - 1 },
    },
    CommentPosted: {
      ids: ({ data }) => [data.postId],
      fold: (post) => post && withComments(post, 1),
    },
    CommentDeleted: {
      ids: ({ data }) => [data.postId],
      fold: (post, { data }) => post && withComments(post, data.wasHidden ? 0 : -1),
    },
    CommentHidden: { ids: ({ data }) => [data.postId], fold: (post) => post && withComments(post, -1) },
    CommentActUndone: {
      ids: ({ data }) => [data.postId],
      fold: (post) => post && withComments(post, 1),
    },
    BoostApplied: {
      ids: ({ data }) => [data.postId],
      fold: (post, { data }) => post && placed({ ...post, ...applied(post, data) }),
    },
    BoostHeld: {
      ids: ({ data }) => boostedBy(data),
      fold: (post, { data }) => post && placed({ ...post, ...stopped(post, data) }),
    },
    BoostReleased: {
      ids: ({ data }) => boostedBy(data),
      fold: (post, { data }) => post && placed({ ...post, ...released(post, data) }),
    },
    BoostEnded: {
      ids: ({ data }) => [data.postId],
      fold: (post, { data }) => post && placed({ ...post, ...ended(post, data) }),
    },
    BoostRevoked: {
      ids: ({ data }) => boostedBy(data),
      fold: (post, { data }) => post && placed({ ...post, ...stopped(post, data) }),
    },
  },
});

function decided(type: PostActType): EventFold<LeaderboardDocument, PostActType, DomainEvents[PostActType]> {
  return {
    ids: ({ data }) => [data.postId],
    fold: (post, { data: { actId, reason }, metadata: { at } }) => {
      if (!post) return null;
      const moderation = moderated(post.moderation, { type, actId, reason, at });
      const isPublic = isShown(moderation) && !post.isEscalated;
      return placed({ ...post, isPublic, moderation });
    },
  };
}

/** The post with so many more comments. */
function withComments(post: LeaderboardDocument, more: number): LeaderboardDocument {
  return { ...post, commentsCount: post.commentsCount + more };
}

/** The post of a boost; none while the boost is on no post. */
function boostedBy({ postId }: { readonly postId: string | null }): readonly string[] {
  return postId === null ? [] : [postId];
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
