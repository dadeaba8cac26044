import { Injectable } from '@nestjs/common';
import type { Achievement } from '../../domain/notification/achievement.js';
import {
  Activity,
  FEWEST_FOR_FIGURES,
  NOTHING,
  type Risen,
  isNothing,
} from '../../domain/notification/notification.js';
import type { Stored } from '../../kernel/document-store.js';
import { type TypeOf, flag, id, list, nullable, number, object, text, week } from '../../kernel/field.js';
import { Scores, averageTenths } from '../leaderboard/scores.js';
import { readerOf, view } from '../view.js';

const Untold = object({ comments: list(id), replies: list(id) });
type Untold = TypeOf<typeof Untold>;

/** What no notification has told yet one person about one post. That of the owner of the post has the id of the post. */
const ActivityAtPost = object({
  postId: id,
  accountId: id,
  /** What happened since the last notice. */
  pending: Activity,
  /** The counted comments and replies, oldest first: the newest {@link MOST_UNTOLD}. */
  untold: Untold,
  isPending: flag,
  /** Times of the newest vote and like in `pending`, and of the newer one, ISO 8601; empty without any. */
  votedAt: text,
  likedAt: text,
  openAt: text,
  /** Of the post, for its owner. */
  scores: Scores,
  /** The average in tenths after the last votes of which figures may be told, and how many votes came since. */
  step: object({ average: nullable(number), votes: number }),
  /** The average in tenths and the rank in its week that were told last; null while unknown. */
  told: object({ average: nullable(number), rank: nullable(object({ week, place: number })) }),
  /** How many notices were handled. */
  notices: number,
  /** Time of the last notice, ISO 8601; empty before the first, so that it sorts first. */
  lastAt: text,
});
export type ActivityDocument = TypeOf<typeof ActivityAtPost>;

/** Deleted comments are no longer counted if they are among so many. */
const MOST_UNTOLD = 100;
const NONE: Untold = { comments: [], replies: [] };
const NO_SCORES: Scores = { aiTenths: null, voteTenths: 0, voteCount: 0 };

export const pendingNotifications = view('activity', {
  version: 5,
  document: ActivityAtPost,
  // Each like of a post is in it, and few people read it.
  isGathered: true,
  indexes: ['isPending lastAt', 'isPending openAt', 'accountId -openAt'],
})
  .createdBy('postId', {
    PostPublished: (_, { postId, ownerId, rating }) => {
      const scores = { ...NO_SCORES, aiTenths: rating && Math.round(rating.score * 10) };
      const { aiTenths: average } = scores;
      const figures = { step: { average, votes: 0 }, told: { average, rank: null } };
      return { ...nothingYet(postId, ownerId), scores, ...figures };
    },
  })
  .changedBy('postId', {
    Rated: (document, { score }, { at }) =>
      withNews(
        { ...stepped(voted(document, score, 1)), votedAt: at },
        { ratings: document.pending.ratings + 1 },
      ),
    Liked: (document, { userId }, { at }) => liked(document, userId, 1, at),
    Unliked: (document, { userId }, { at }) => liked(document, userId, -1, at),
    AchievementReached: (document, { achievement }) => {
      const { achievements } = document.pending;
      const others = achievements.filter((known) => !isSame(known, achievement));
      return withNews(document, { achievements: [...others, achievement] });
    },
    PostDeleted: (document) => standing({ ...document, pending: NOTHING, untold: NONE }),
  })
  .changedBy(
    ({ postId, counted }: { readonly postId: string; readonly counted: boolean }) =>
      counted ? postId : null,
    { RatingExcluded: (document, { score }) => voted(document, score, -1) },
  )
  .changedBy(
    ({ postId, counts }: { readonly postId: string; readonly counts: boolean }) => (counts ? postId : null),
    { RatingIncluded: (document, { score }) => voted(document, score, 1) },
  )
  .createdBy(idsOfReaders, {
    CommentPosted: (before, { commentId, postId }, _, of) => {
      if (of === postId) return before && withComment(before, 'comments', commentId);
      return withComment(before ?? nothingYet(postId, of.slice(postId.length + 1)), 'replies', commentId);
    },
  })
  // Undoing `CommentHidden` does not tell anyone: they can see the comment again.
  .changedBy(idsOfReaders, ['CommentDeleted', 'CommentHidden'], (document, { commentId }) =>
    withoutComment(document, commentId),
  )
  .changedBy(
    ({ postId, accountId }: { readonly postId: string; readonly accountId: string }) => [
      postId,
      activityId(postId, accountId),
    ],
    {
      ActivityNotified: (document, { accountId, activity, unwanted, average, rank, at }) => {
        // Of another person: the owner of the post.
        if (document.accountId !== accountId) return document;
        const { step, told } = document;
        return standing({
          ...without(without(document, activity), unwanted),
          told: {
            average: average?.after ?? told.average ?? step.average,
            rank: rank ? { week: rank.week, place: rank.after } : told.rank,
          },
          notices: document.notices + 1,
          lastAt: isNothing(activity) ? document.lastAt : at,
        });
      },
    },
  );

function activityId(postId: string, accountId: string): string {
  return `${postId}:${accountId}`;
}

/** The people that a comment names: they decide who is notified. */
export interface ToldComment {
  readonly postId: string;
  readonly postOwnerId: string;
  readonly authorId: string;
  readonly parent: { readonly authorId: string } | null;
}

/**
 * Who is notified about a comment. The post owner gets one notice for it, not a second one for a reply. No one gets a notice of
 * their own comment.
 */
export function readersOf({ postOwnerId, authorId, parent }: ToldComment): readonly string[] {
  return [...new Set([postOwnerId, ...(parent ? [parent.authorId] : [])])].filter(
    (accountId) => accountId !== authorId,
  );
}

function idsOfReaders(comment: ToldComment): readonly string[] {
  const { postId, postOwnerId } = comment;
  return readersOf(comment).map((accountId) =>
    accountId === postOwnerId ? postId : activityId(postId, accountId),
  );
}

function nothingYet(postId: string, accountId: string): ActivityDocument {
  return {
    postId,
    accountId,
    pending: NOTHING,
    untold: NONE,
    isPending: false,
    votedAt: '',
    likedAt: '',
    openAt: '',
    scores: NO_SCORES,
    step: { average: null, votes: 0 },
    told: { average: null, rank: null },
    notices: 0,
    lastAt: '',
  };
}

function voted(document: ActivityDocument, score: number, votes: 1 | -1): ActivityDocument {
  const { aiTenths, voteTenths, voteCount } = document.scores;
  const scores = { aiTenths, voteTenths: voteTenths + votes * score * 10, voteCount: voteCount + votes };
  return { ...document, scores };
}

/** After a vote. Figures move in steps: the difference of two that are told is never that of a single vote. */
function stepped(document: ActivityDocument): ActivityDocument {
  const { scores, step } = document;
  const votes = step.votes + 1;
  const isStep = votes >= FEWEST_FOR_FIGURES;
  const next = isStep ? { average: averageTenths(scores), votes: 0 } : { ...step, votes };
  return { ...document, step: next };
}

/** What the votes did to the average since it was told last; null while that may not be told. */
export function averageToTell({ step, told }: Pick<ActivityDocument, 'step' | 'told'>): Risen['average'] {
  if (told.average === null || step.average === null || step.average === told.average) return null;
  return { before: told.average, after: step.average };
}

/** Owners are not notified about their own likes. A like that a notice has reported is not taken back. */
function liked(document: ActivityDocument, userId: string, more: 1 | -1, at: string): ActivityDocument {
  if (userId === document.accountId) return document;
  const likedAt = more > 0 ? at : document.likedAt;
  return withNews({ ...document, likedAt }, { likes: Math.max(0, document.pending.likes + more) });
}

function withNews(document: ActivityDocument, news: Partial<Activity>): ActivityDocument {
  return standing({ ...document, pending: { ...document.pending, ...news } });
}

/** What is left to tell, newest comments only: what arrived while the notice was being made stays. */
function without({ pending, untold, ...rest }: ActivityDocument, told: Activity): ActivityDocument {
  const isTold = (achievement: Achievement) => told.achievements.some((known) => isSame(known, achievement));
  return {
    ...rest,
    pending: {
      ratings: Math.max(0, pending.ratings - told.ratings),
      likes: Math.max(0, pending.likes - told.likes),
      comments: Math.max(0, pending.comments - told.comments),
      replies: Math.max(0, pending.replies - told.replies),
      achievements: pending.achievements.filter((achievement) => !isTold(achievement)),
    },
    untold: {
      comments: newest(untold.comments, pending.comments - told.comments),
      replies: newest(untold.replies, pending.replies - told.replies),
    },
  };
}

function newest(ids: readonly string[], count: number): readonly string[] {
  return count > 0 ? ids.slice(-count) : [];
}

function withComment(document: ActivityDocument, kind: keyof Untold, commentId: string): ActivityDocument {
  const { pending, untold } = document;
  return standing({
    ...document,
    pending: { ...pending, [kind]: pending[kind] + 1 },
    untold: { ...untold, [kind]: newest([...untold[kind], commentId], MOST_UNTOLD) },
  });
}

/** Nobody is notified about a comment that is gone. Without any known one left, the others are taken for gone, too. */
function withoutComment(document: ActivityDocument, commentId: string): ActivityDocument {
  const { pending, untold } = document;
  const kind = (['comments', 'replies'] as const).find((one) => untold[one].includes(commentId));
  if (!kind) return document;
  const left = untold[kind].filter((one) => one !== commentId);
  return standing({
    ...document,
    pending: { ...pending, [kind]: left.length === 0 ? 0 : pending[kind] - 1 },
    untold: { ...untold, [kind]: left },
  });
}

function isSame(one: Achievement, other: Achievement): boolean {
  if (one.kind === 'ratings' && other.kind === 'ratings') return one.count === other.count;
  return one.kind === other.kind;
}

function standing(document: ActivityDocument): ActivityDocument {
  const { pending } = document;
  const votedAt = pending.ratings > 0 ? document.votedAt : '';
  const likedAt = pending.likes > 0 ? document.likedAt : '';
  const openAt = votedAt > likedAt ? votedAt : likedAt;
  return { ...document, isPending: !isNothing(pending), votedAt, likedAt, openAt };
}

@Injectable()
export class PendingNotificationsReader extends readerOf(pendingNotifications) {
  /**
   * What is pending for people whose last notice was at or before `lastAt`, or who never got one; longest waiting
   * first, `limit` at most.
   */
  pending(lastAt: Date, limit: number): Promise<readonly ActivityDocument[]> {
    return this.documents.find({
      where: { isPending: true, lastAt: { $lte: lastAt.toISOString() } },
      sort: { lastAt: 1 },
      limit,
    });
  }
  /** Where only likes wait, which no mail tells, the newest of them before `day` begins; `limit` at most. */
  likedBefore(day: Date, limit: number): Promise<readonly ActivityDocument[]> {
    return this.documents.find({
      where: { isPending: false, openAt: { $gt: '', $lt: day.toISOString() } },
      sort: { openAt: 1 },
      limit,
    });
  }

  /** What no notice has told yet of votes and likes at a person's posts since `since`; newest first, `limit` at most. */
  open(accountId: string, since: Date, limit: number): Promise<readonly Stored<ActivityDocument>[]> {
    return this.documents.find({
      where: { accountId, openAt: { $gt: since.toISOString() } },
      sort: { openAt: -1 },
      limit,
    });
  }
}
