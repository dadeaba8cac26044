import type { Standing } from '../../domain/week/week.js';
import { projection } from '../projection.js';

/** A post in the standings of its week. The document stays when the post is deleted, because its rank stays. */
export interface StandingDocument {
  /** The document's id too. */
  readonly postId: string;
  /** When it was published; empty if that event cannot be read. */
  readonly publishedAt: string;
  /** The AI score of its publication, which is part of the final scores. */
  readonly aiTenths: number | null;
  /** The closing that ranked it last: final if its week is closed under it. Null before. */
  readonly closing: string | null;
  readonly standing: Standing | null;
  /** Fields of the standing, for lists. */
  readonly rank: number | null;
  readonly ownerId: string | null;
}

export const standings = projection<StandingDocument>({
  name: 'standings',
  version: 1,
  isRemembered: true,
  indexes: [
    { fields: { closing: 1, rank: 1 } },
    { fields: { closing: 1, publishedAt: -1 } },
    { fields: { closing: 1, ownerId: 1, rank: 1 } },
  ],
  on: {
    PostPublished: {
      ids: ({ data }) => [data.postId],
      fold: (_, { data: { postId, publishedAt, rating } }) => ({
        ...unranked(postId),
        publishedAt,
        aiTenths: rating && Math.round(rating.score * 10),
      }),
    },
    WeekRanked: {
      ids: ({ data }) => data.standings.map(({ postId }) => postId),
      fold: (post, { data }, id) => ranked(post, data, id),
    },
  },
});

function unranked(postId: string): StandingDocument {
  return {
    postId,
    publishedAt: '',
    aiTenths: null,
    closing: null,
    standing: null,
    rank: null,
    ownerId: null,
  };
}

function ranked(
  post: StandingDocument | null,
  { closing, standings: list }: { readonly closing: string; readonly standings: readonly Standing[] },
  postId: string,
): StandingDocument | null {
  const standing = list.find((known) => known.postId === postId);
  if (!standing) return post;
  const { rank, ownerId } = standing;
  return { ...(post ?? unranked(postId)), closing, standing, rank, ownerId };
}
