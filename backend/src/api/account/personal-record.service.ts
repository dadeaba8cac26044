import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Clock } from '../../kernel/clock.js';
import { SessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { FindCommentLikesOf } from '../../projections/comments/comment-likes.queries.js';
import { FindCommentsOf } from '../../projections/comments/comments.queries.js';
import { FindLikesOf } from '../../projections/likes/likes.queries.js';
import { FindUnpublishedPhotosOf } from '../../projections/photos/photos.queries.js';
import type { OwnPost } from '../../projections/profiles/own-post.js';
import { FindOwnPosts, type PageOf } from '../../projections/profiles/profiles.queries.js';
import { FindRatingsOf } from '../../projections/ratings/ratings.queries.js';
import { Accounts } from '../http/accounts.js';
import { PAGE_SIZE } from '../posts/posts.requests.js';
import { accountSessionOf } from './account-session.js';
import {
  type Footnote,
  commentRecord,
  commentLikeRecord,
  likeRecord,
  ratingRecord,
  reportRecords,
  sessionRecord,
} from './footnote-file.js';
import { PersonalTimeline } from './personal-timeline.service.js';

/** What the file `footnote.json` holds, and the pictures that go with it under their names in an export. */
export interface RecordWithPictures {
  readonly record: Footnote;
  readonly pictures: readonly { readonly name: string; readonly pictureId: string }[];
}

/** Gathers what is kept of a person, and nothing that is kept of anybody else. */
@Injectable()
export class PersonalRecord {
  constructor(
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(PersonalTimeline) private readonly timeline: PersonalTimeline,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws Error when there is no such account */
  async of(accountId: string): Promise<RecordWithPictures> {
    const profile = await this.accounts.user(accountId);
    if (!profile) throw new Error(`there is no account ${accountId}`);
    const now = this.clock.now();
    // Before the posts: what is published meanwhile is found twice, and not missed.
    const unpublished = await this.queries.execute(new FindUnpublishedPhotosOf(accountId));
    const posts = await this.postsOf(accountId);
    const photoIds = new Set([...posts.map(({ id }) => id), ...unpublished.map(({ _id }) => _id)]);
    const ratings = await this.queries.execute(new FindRatingsOf(accountId));
    const likes = await this.queries.execute(new FindLikesOf(accountId));
    const comments = await this.queries.execute(new FindCommentsOf(accountId));
    const commentLikes = await this.queries.execute(new FindCommentLikesOf(accountId));
    const sessions = await this.sessions.ofAccount(accountId, now);
    const { moments, pictureId } = await this.timeline.of(accountId);
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
        sessions: sessions.map((session) => sessionRecord(accountSessionOf(session, false))),
        timeline: moments,
      },
      pictures: [
        ...(pictureId ? [{ name: 'profile', pictureId }] : []),
        ...[...photoIds].map((id) => ({ name: id, pictureId: id })),
      ],
    };
  }

  private async postsOf(accountId: string): Promise<OwnPost[]> {
    const found: OwnPost[] = [];
    let place: FindOwnPosts['after'] = null;
    do {
      const page: PageOf<OwnPost> = await this.queries.execute(new FindOwnPosts(accountId, PAGE_SIZE, place));
      found.push(...page.posts);
      place = page.next;
    } while (place);
    return found;
  }
}
