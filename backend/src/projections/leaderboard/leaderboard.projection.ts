import type { Picture } from '../../domain/photo/photo.events.js';
import { projection } from '../projection.js';
import { type Scores, averageTenths } from './scores.js';

/**
 * A post as the board keeps it. Sums and counts, never a rounded average. Names and pictures of people are
 * joined when read.
 */
export interface LeaderboardDocument extends Scores {
  readonly ownerId: string;
  readonly picture: Picture;
  readonly likesCount: number;
  readonly commentsCount: number;
  readonly isPublic: boolean;
  readonly isModerated: boolean;
  readonly moderationFlags: readonly string[];
  readonly publishedAt: string;
  readonly week: string;
  /** Sort key, ascending: average, then vote count, then the older post. */
  readonly rank: string;
  /** The rank key, while the post is public. Ranks are counted with this index alone. */
  readonly publicRank: string | null;
}

export const leaderboard = projection<LeaderboardDocument>({
  name: 'leaderboard',
  version: 5,
  tellsOf: ({ _id, ownerId }) => [`post-${_id}`, `account-${ownerId}`],
  indexes: [
    { fields: { isPublic: 1, publishedAt: -1 } },
    { fields: { isPublic: 1, rank: 1 } },
    { fields: { publicRank: 1 } },
    { fields: { week: 1, publicRank: 1 } },
    { fields: { ownerId: 1, isPublic: 1, publishedAt: -1 } },
    { fields: { ownerId: 1, isPublic: 1, rank: 1 } },
    { fields: { ownerId: 1, publishedAt: -1 } },
  ],
  on: {
    PostPublished: {
      ids: ({ data }) => [data.postId],
      fold: (_, { data }) =>
        ranked({
          ownerId: data.ownerId,
          picture: data.picture,
          aiTenths: data.rating && Math.round(data.rating.score * 10),
          voteTenths: 0,
          voteCount: 0,
          likesCount: 0,
          commentsCount: 0,
          isPublic: data.isPublic,
          isModerated: false,
          moderationFlags: data.moderationFlags,
          publishedAt: data.publishedAt,
          week: data.week,
        }),
    },
    PostDeleted: { ids: ({ data }) => [data.postId], fold: () => null },
    Rated: {
      ids: ({ data }) => [data.postId],
      fold: (post, { data: { score } }) =>
        post && ranked({ ...post, voteTenths: post.voteTenths + score * 10, voteCount: post.voteCount + 1 }),
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
      fold: (post) => post && { ...post, commentsCount: post.commentsCount + 1 },
    },
    CommentDeleted: {
      ids: ({ data }) => [data.postId],
      fold: (post) => post && { ...post, commentsCount: post.commentsCount - 1 },
    },
  },
});

function ranked(post: Omit<LeaderboardDocument, 'rank' | 'publicRank'>): LeaderboardDocument {
  const rating = String(100 - averageTenths(post)).padStart(3, '0');
  const votes = String(999_999_999 - post.voteCount).padStart(9, '0');
  const rank = `${rating} ${votes} ${post.publishedAt}`;
  return { ...post, rank, publicRank: post.isPublic ? rank : null };
}
