import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { SessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { CommentLikesReader } from '../../projections/comments/comment-likes.js';
import { CommentsReader } from '../../projections/comments/comments.js';
import { LeaderboardReader, type PageOf } from '../../projections/leaderboard/leaderboard.reader.js';
import type { OwnPost } from '../../projections/leaderboard/shown-posts.js';
import { LikesReader } from '../../projections/likes.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { PhotosReader } from '../../projections/photos/photos.js';
import { RatingsReader } from '../../projections/ratings.js';
import { Accounts } from '../http/accounts.js';
import { PAGE_SIZE } from '../posts/posts.contract.js';
import { accountSessionOf } from './account-session.js';
import {
  type Footnote,
  commentRecord,
  commentLikeRecord,
  likeRecord,
  ratingRecord,
  reportRecords,
  sessionRecord,
} from './data-export.js';
import { PersonalTimeline } from './personal-timeline.service.js';

/** The content of `footnote.json`, and the pictures of an export with their file names. */
export interface RecordWithPictures {
  readonly record: Footnote;
  readonly pictures: readonly { readonly name: string; readonly pictureId: string }[];
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
  async of(accountId: string): Promise<RecordWithPictures> {
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
        ratings: ratings.map(ratingRecord),
        likes: likes.map(likeRecord),
        comments: comments.map(commentRecord),
        commentLikes: commentLikes.map(commentLikeRecord),
        reports: reportRecords(moments),
        payments: await this.payments.by(accountId, now),
        sessions: sessions.map((session) => sessionRecord(accountSessionOf(session, false))),
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
