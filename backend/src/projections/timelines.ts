import { Injectable } from '@nestjs/common';
import type { Recorded } from '../kernel/event.js';
import { type EventFold, Views } from '../kernel/projection.js';
import { projection } from './projection.js';
import type { ViewReader } from '../kernel/document-store.js';
import { wholeList } from './whole-list.js';

/** Records that a stream contains events about a person, under `{personId}:{stream}`. Never deleted. */
export interface TimelineDocument {
  readonly personId: string;
  readonly stream: string;
  /** Time of the first event about the person, ISO 8601. */
  readonly since: string;
}

const ACCOUNT = 'account:';

/**
 * Which events concern which person, apart from those in the stream of their account. The documents outlive their
 * subjects: what was deleted did happen. Streams of addresses, registrations and usernames are left out: they add
 * nothing to the account's own stream (`AccountRegistered`, `EmailVerified`, `AccountDeleted`), and the stream of an
 * address may concern a previous owner. Streams of uploaders are left out because `PhotoRefused` says the same.
 */
export const timelines = projection<TimelineDocument>({
  name: 'timelines',
  version: 5,
  indexes: [{ fields: { personId: 1, since: 1 } }],
  on: {
    PhotoRated: tellsOf(({ uploader }) => accountOf(uploader)),
    PhotoAdmitted: tellsOf(({ ownerId }) => ownerId),
    PhotoRefused: tellsOf(({ uploader }) => accountOf(uploader)),
    RatingClaimed: tellsOf(({ accountId }) => accountId),
    PicturePublished: tellsOf(({ ownerId }) => ownerId),
    PostPublished: tellsOf(({ ownerId }) => ownerId),
    Rated: tellsOf(({ userId }) => userId),
    RaterExcluded: tellsOf(({ userId }) => userId),
    Liked: tellsOf(({ userId }) => userId),
    CommentPosted: tellsOf(({ authorId }) => authorId),
    CommentLiked: tellsOf(({ userId }) => userId),
    PostReported: tellsOf(({ reporterId }) => reporterId),
    AchievementReached: tellsOf(({ ownerId }) => ownerId),
    ActivityNotified: tellsOf(({ accountId }) => accountId),
    CheckoutStarted: tellsOf(({ userId }) => userId),
    EmailDisclosed: tellsOf(({ holder, subjectId }) => (holder === 'account' ? subjectId : null)),
    AppealFiled: tellsOf(({ ownerId }) => ownerId),
    BoostPurchased: tellsOf(({ userId }) => userId),
  },
});

/** Finds the person that an event concerns in its data, if any. */
function tellsOf<Type extends string, Data>(
  idIn: (data: Data) => string | null,
): EventFold<TimelineDocument, Type, Data> {
  const personIn = ({ data }: Recorded<Type, Data>) => idIn(data) ?? '';
  return {
    ids: (event) => (personIn(event) ? [`${personIn(event)}:${event.stream}`] : []),
    fold: (before, event) =>
      before ?? { personId: personIn(event), stream: event.stream, since: event.metadata.at },
  };
}

/** The account behind an uploader, or null for a visitor's address. */
function accountOf(uploader: string): string | null {
  return uploader.startsWith(ACCOUNT) ? uploader.slice(ACCOUNT.length) : null;
}

@Injectable()
export class TimelinesReader {
  private readonly timelines: ViewReader<TimelineDocument>;

  constructor(views: Views) {
    this.timelines = views.of(timelines);
  }

  /** The names of all streams that concern a person, except that of their account, oldest first. */
  async streamsOf(personId: string): Promise<readonly string[]> {
    const found = await wholeList(this.timelines, { personId }, { since: 1 });
    return found.map(({ stream }) => stream);
  }
}
