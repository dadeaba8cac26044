import type { DomainEvents } from '../../domain/events.js';
import { Standing } from '../../domain/week/week.js';
import {
  type TypeOf,
  flag,
  id,
  nullable,
  number,
  object,
  text,
  time,
  week as isoWeek,
} from '../../kernel/field.js';
import { view } from '../view.js';

/** A closed week. Its standings are in the view `standings`. */
const ClosedWeek = object({
  /** ISO week, e.g. `2026-W47`; the document's id too. */
  week: isoWeek,
  startsAt: time,
  endsAt: time,
  /** The standings of the week have the same `closing`. */
  closing: id,
  /** How many posts have a rank. */
  ranks: number,
  /** Whether the week had any post on the board. */
  hasWinners: flag,
});
export type WeeklyDocument = TypeOf<typeof ClosedWeek>;

export const weekly = view('weekly', {
  version: 2,
  document: ClosedWeek,
  isRemembered: true,
  indexes: ['hasWinners -week'],
})
  .createdBy('week', {
    WeekClosed: (_, { week, startsAt, endsAt, closing, ranks }) => ({
      week,
      startsAt,
      endsAt,
      closing,
      ranks,
      hasWinners: ranks > 0,
    }),
  })
  .changedBy('week', { WeekReopened: () => null });

/** A post in the standings of its week. The document stays when the post is deleted, because its rank stays. */
const PostStanding = object({
  /** The document's id too. */
  postId: id,
  /** When it was published; empty if that event cannot be read. */
  publishedAt: text,
  /** The AI score of its publication, which is part of the final scores. */
  aiTenths: nullable(number),
  /** The closing that ranked it last: final if its week is closed under it. Null before. */
  closing: nullable(id),
  standing: nullable(Standing),
  /** Fields of the standing, for lists. */
  rank: nullable(number),
  ownerId: nullable(id),
});
export type StandingDocument = TypeOf<typeof PostStanding>;

export const standings = view('standings', {
  version: 1,
  document: PostStanding,
  isRemembered: true,
  indexes: ['closing rank', 'closing -publishedAt', 'closing ownerId rank'],
})
  .createdBy('postId', {
    PostPublished: (_, { postId, publishedAt, rating }) => ({
      ...unranked(postId),
      publishedAt,
      aiTenths: rating && Math.round(rating.score * 10),
    }),
  })
  .createdBy(({ standings: list }: DomainEvents['WeekRanked']) => list.map(({ postId }) => postId), {
    WeekRanked: (post, { closing, standings: list }, _, postId) => {
      const standing = list.find((known) => known.postId === postId);
      if (!standing) return post;
      const { rank, ownerId } = standing;
      return { ...(post ?? unranked(postId)), closing, standing, rank, ownerId };
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
