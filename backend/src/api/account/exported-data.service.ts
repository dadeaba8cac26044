import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Subject } from '../../domain/report/subject.js';
import type { DomainEvents } from '../../domain/events.js';
import { decimal, type Money } from '../../domain/money.js';
import type { User } from '../../projections/accounts/accounts.js';
import { CommentLikesReader } from '../../projections/comments/comment-likes.js';
import { CommentsReader } from '../../projections/comments/comments.js';
import { LikesReader } from '../../projections/likes.js';
import type { OwnPost } from '../../projections/leaderboard/shown-posts.js';
import type { OwnPayment } from '../../projections/payments/shown-payments.js';
import { RatingsReader } from '../../projections/ratings.js';
import { type AccountSession, accountSessionOf } from './sessions.controller.js';
import { type Moment, type UnreadableMoment, PersonalTimeline } from './personal-timeline.service.js';
import { Clock } from '../../kernel/clock.js';
import { SessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { LeaderboardReader, type PageOf } from '../../projections/leaderboard/leaderboard.reader.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { PhotosReader } from '../../projections/photos/photos.js';
import { Accounts } from '../http/accounts.js';
import { PAGE_SIZE } from '../posts/posts.contract.js';

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
  readonly reports: readonly {
    subject: Subject;
    /** Null for a report of a profile. */
    postId: string | null;
    category: string;
    reason: string | null;
    createdAt: string;
  }[];
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

/** What the events of reports are about. */
const REPORTED: Readonly<Record<string, Subject>> = {
  PostReported: 'post',
  CommentReported: 'comment',
  ProfileReported: 'profile',
};

/** A report in the person's own words, which only the log keeps. */
function reportRecords(moments: readonly Moment[]): Footnote['reports'] {
  return moments.flatMap(({ type, at, data }) => {
    const subject = REPORTED[type];
    if (!subject) return [];
    const { category, reason } = data as unknown as DomainEvents['ProfileReported'];
    const { postId = null } = data as { readonly postId?: string };
    return [{ subject, postId, category, reason, createdAt: at }];
  });
}

/** Collects the data of a person, and no data of others. */
@Injectable()
export class ExportedData {
  constructor(
    private readonly accounts: Accounts,
    private readonly leaderboard: LeaderboardReader,
    private readonly photos: PhotosReader,
    private readonly ratings: RatingsReader,
    private readonly likes: LikesReader,
    private readonly comments: CommentsReader,
    private readonly commentLikes: CommentLikesReader,
    private readonly payments: PaymentsReader,
    private readonly sessions: SessionStore,
    private readonly timeline: PersonalTimeline,
    private readonly clock: Clock,
  ) {}

  /** @throws Error if the account does not exist */
  async of(accountId: string): Promise<{
    readonly record: Footnote;
    /** Each with its file name. */
    readonly pictures: readonly { readonly name: string; readonly pictureId: string }[];
  }> {
    const profile = await this.accounts.user(accountId);
    if (!profile) throw new Error(`account ${accountId} does not exist`);
    const now = this.clock.now();
    // Before the posts: what is published meanwhile is found twice, and not missed.
    const unpublished = await this.photos.unpublishedOf(accountId);
    const posts = await this.postsOf(accountId);
    const photoIds = new Set([...posts.map(({ id }) => id), ...unpublished.map(({ _id }) => _id)]);
    const ratings = await this.ratings.by(accountId);
    const likes = await this.likes.by(accountId);
    const comments = await this.comments.by(accountId);
    const commentLikes = await this.commentLikes.by(accountId);
    const sessions = await this.sessions.ofAccount(accountId, now);
    const { moments, unreadable, pictureId } = await this.timeline.of(accountId);
    return {
      record: {
        exportedAt: now.toISOString(),
        profile,
        posts,
        ratings: ratings.map(({ postId, score, ratedAt }) => ({ postId, score, createdAt: ratedAt })),
        likes: likes.map(({ postId, likedAt }) => ({ postId, createdAt: likedAt })),
        comments: comments.map(
          ({ _id: id, postId, parentId: parentCommentId, text, likesCount, createdAt }) => {
            return { id, postId, parentCommentId, text, likesCount, createdAt };
          },
        ),
        commentLikes: commentLikes.map(({ commentId, likedAt }) => ({ commentId, createdAt: likedAt })),
        reports: reportRecords(moments),
        payments: await this.payments.by(accountId, now),
        sessions: sessions.map((session) => {
          // It does not say whether the export was requested in it.
          const { isCurrent: _, ...shown } = accountSessionOf(session, false);
          return shown;
        }),
        timeline: moments,
        unreadable,
      },
      pictures: [
        ...(pictureId ? [{ name: 'profile', pictureId }] : []),
        ...[...photoIds].map((id) => ({ name: id, pictureId: id })),
      ],
    };
  }

  private async postsOf(accountId: string): Promise<OwnPost[]> {
    const found: OwnPost[] = [];
    let after: PageOf<OwnPost>['next'] = null;
    do {
      const page: PageOf<OwnPost> = await this.leaderboard.ownPostsOf(accountId, { limit: PAGE_SIZE, after });
      found.push(...page.posts);
      after = page.next;
      await nextTurn();
    } while (after);
    return found;
  }
}
