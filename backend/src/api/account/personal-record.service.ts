import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Clock } from '../../infrastructure/engine/clock.port.js';
import { SessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { FindUser } from '../../projections/accounts/accounts.queries.js';
import type { User } from '../../projections/accounts/user.js';
import type { OwnPost } from '../../projections/profiles/own-post.js';
import { FindOwnPosts, type PageOf } from '../../projections/profiles/profiles.queries.js';
import { PAGE_SIZE } from '../posts/posts.requests.js';
import { type AccountSession, accountSessionOf } from './account-session.js';
import { type Moment, PersonalTimeline } from './personal-timeline.service.js';

/** What is kept of a person in words and figures: what the file `footnote.json` of an export holds. */
export interface Footnote {
  /** ISO 8601. */
  readonly exportedAt: string;
  readonly profile: User;
  readonly posts: readonly OwnPost[];
  readonly sessions: readonly Omit<AccountSession, 'isCurrent'>[];
  /** What has happened, in the order of the log. */
  readonly timeline: readonly Moment[];
}

/** A person's record, and the pictures that go with it under their names in an export. */
export interface RecordWithPictures {
  readonly record: Footnote;
  readonly pictures: readonly { readonly name: string; readonly pictureId: string }[];
}

/** Gathers what is kept of a person, and nothing that is kept of anybody else. */
@Injectable()
export class PersonalRecord {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(PersonalTimeline) private readonly timeline: PersonalTimeline,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws Error when there is no such account */
  async of(accountId: string): Promise<RecordWithPictures> {
    const profile = await this.queries.execute(new FindUser(accountId));
    if (!profile) throw new Error(`there is no account ${accountId}`);
    const posts = await this.postsOf(accountId);
    const now = this.clock.now();
    const sessions = await this.sessions.ofAccount(accountId, now);
    const { moments, pictureId } = await this.timeline.of(accountId, {
      posts: posts.map(({ id }) => id),
    });
    return {
      record: {
        exportedAt: now.toISOString(),
        profile,
        posts,
        sessions: sessions.map(exportedSession),
        timeline: moments,
      },
      pictures: [
        ...(pictureId ? [{ name: 'profile', pictureId }] : []),
        ...posts.map(({ id }) => ({ name: id, pictureId: id })),
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

function exportedSession(session: Parameters<typeof accountSessionOf>[0]): Omit<AccountSession, 'isCurrent'> {
  const { isCurrent: _, ...rest } = accountSessionOf(session, false);
  return rest;
}
