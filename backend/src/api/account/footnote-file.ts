import { decimal } from '../../domain/currencies.js';
import type { Money } from '../../domain/money.js';
import type { ReportEvents } from '../../domain/report/report.events.js';
import type { Stored } from '../../kernel/document-store.js';
import type { User } from '../../projections/accounts/accounts.reader.js';
import type { CommentLikeDocument } from '../../projections/comments/comment-likes.projection.js';
import type { CommentDocument } from '../../projections/comments/comments.projection.js';
import type { LikeDocument } from '../../projections/likes/likes.projection.js';
import type { OwnPost } from '../../projections/leaderboard/shown-posts.js';
import type { OwnPayment } from '../../projections/payments/shown-payments.js';
import type { RatingDocument } from '../../projections/ratings/ratings.projection.js';
import type { AccountSession } from './account-session.js';
import type { Moment, UnreadableMoment } from './personal-timeline.service.js';

/** The content of `footnote.json` in an export. All times are ISO 8601 in UTC. */
export interface Footnote {
  readonly exportedAt: string;
  readonly profile: User;
  readonly posts: readonly OwnPost[];
  /** What the person gave to posts of others. */
  readonly ratings: readonly { postId: string; score: number; createdAt: string }[];
  readonly likes: readonly { postId: string; createdAt: string }[];
  readonly comments: readonly {
    id: string;
    postId: string;
    parentCommentId: string | null;
    text: string | null;
    likesCount: number;
    createdAt: string;
  }[];
  readonly commentLikes: readonly { commentId: string; createdAt: string }[];
  /** The person's reports. */
  readonly reports: readonly { postId: string; category: string; reason: string | null; createdAt: string }[];
  /** The person's boosts and donations, oldest first. */
  readonly payments: readonly OwnPayment[];
  readonly sessions: readonly Omit<AccountSession, 'isCurrent'>[];
  /** All events about the person, in the order of the log. */
  readonly timeline: readonly Moment[];
  /** The events about the person that this server cannot read at the moment, apart from those of posts. */
  readonly unreadable: readonly UnreadableMoment[];
}

/** The text of the file. Amounts are written as in all files: decimal, in the major unit of the currency. */
export function footnoteText(record: Footnote): string {
  return `${JSON.stringify(record, (_, value: unknown) => (isMoney(value) ? inMajorUnits(value) : value), 2)}\n`;
}

function isMoney(value: unknown): value is Money {
  const { amount, currency } = Object(value) as Partial<Record<keyof Money, unknown>>;
  return typeof amount === 'number' && typeof currency === 'string';
}

function inMajorUnits(money: Money): object {
  const { amount: _, currency, ...others } = money;
  return { amountInMajorUnits: decimal(money), currency: currency.toUpperCase(), ...others };
}

export function ratingRecord({
  postId,
  score,
  ratedAt,
}: Stored<RatingDocument>): Footnote['ratings'][number] {
  return { postId, score, createdAt: ratedAt };
}

export function likeRecord({ postId, likedAt }: Stored<LikeDocument>): Footnote['likes'][number] {
  return { postId, createdAt: likedAt };
}

export function commentRecord(comment: Stored<CommentDocument>): Footnote['comments'][number] {
  const { _id: id, postId, parentId: parentCommentId, text, likesCount, createdAt } = comment;
  return { id, postId, parentCommentId, text, likesCount, createdAt };
}

export function commentLikeRecord(like: Stored<CommentLikeDocument>): Footnote['commentLikes'][number] {
  return { commentId: like.commentId, createdAt: like.likedAt };
}

/** A report in the person's own words, which only the log keeps. */
export function reportRecords(moments: readonly Moment[]): Footnote['reports'] {
  return moments
    .filter(({ type }) => type === 'PostReported')
    .map(({ at, data }) => {
      const { postId, category, reason } = data as unknown as ReportEvents['PostReported'];
      return { postId, category, reason, createdAt: at };
    });
}

/** A session of the person. It does not say whether the export was requested in it. */
export function sessionRecord({ isCurrent: _, ...session }: AccountSession): Footnote['sessions'][number] {
  return session;
}
