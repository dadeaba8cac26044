import type { DomainEvents } from '../../domain/events.js';
import { decimal, type Money } from '../../domain/money.js';
import type { Stored } from '../../kernel/document-store.js';
import type { User } from '../../projections/accounts/accounts.js';
import type { CommentLikeDocument } from '../../projections/comments/comment-likes.js';
import type { CommentDocument } from '../../projections/comments/comments.js';
import type { LikeDocument } from '../../projections/likes.js';
import type { OwnPost } from '../../projections/leaderboard/shown-posts.js';
import type { OwnPayment } from '../../projections/payments/shown-payments.js';
import type { RatingDocument } from '../../projections/ratings.js';
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

const INDENT = '  ';
/** The characters of the text that are made at a time. */
const PIECE = 16_384;

/**
 * The text of the file, in pieces. Amounts are written as in all files: decimal, in the major unit of the currency.
 */
export function* exportedText(record: Footnote): Generator<string> {
  let piece = '';
  for (const line of linesOf(record)) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** The text that `JSON.stringify` makes, each item of a list by itself. */
function* linesOf(record: Footnote): Generator<string> {
  let before = '{\n';
  for (const [name, value] of Object.entries(record)) {
    yield `${before}${INDENT}"${name}": `;
    before = ',\n';
    if (!Array.isArray(value) || value.length === 0) yield jsonOf(value, 1);
    else {
      for (const [index, item] of value.entries()) {
        yield `${index === 0 ? '[' : ','}\n${INDENT.repeat(2)}${jsonOf(item, 2)}`;
      }
      yield `\n${INDENT}]`;
    }
  }
  yield '\n}\n';
}

function jsonOf(value: unknown, depth: number): string {
  const text = JSON.stringify(
    value,
    (_, part: unknown) => (isMoney(part) ? inMajorUnits(part) : part),
    INDENT,
  );
  return text.replaceAll('\n', `\n${INDENT.repeat(depth)}`);
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
      const { postId, category, reason } = data as unknown as DomainEvents['PostReported'];
      return { postId, category, reason, createdAt: at };
    });
}

/** A session of the person. It does not say whether the export was requested in it. */
export function sessionRecord({ isCurrent: _, ...session }: AccountSession): Footnote['sessions'][number] {
  return session;
}
