import type { Recorded } from '../../kernel/event.js';
import type { EventFold } from '../../kernel/projection.js';
import { projection } from '../projection.js';

/** That a stream tells of a person: under `{personId}:{stream}`, from its first event on and for good. */
export interface TimelineDocument {
  readonly personId: string;
  readonly stream: string;
  /** When the person first came into it, ISO 8601. */
  readonly since: string;
}

const ACCOUNT = 'account:';

/**
 * Where the log tells of whom, apart from the stream of their account. It outlives what the streams are about: what was
 * deleted or taken back has happened, too. The streams of addresses, of their registrations and of usernames are left out: they say of an account
 * nothing but what its own stream says in words (`AccountRegistered`, `EmailVerified`, `AccountDeleted`), and that of an
 * address may tell of somebody else as well, who had it before. So are those of uploaders, as `PhotoRefused` says the same.
 */
export const timelines = projection<TimelineDocument>({
  name: 'timelines',
  version: 2,
  indexes: [{ fields: { personId: 1, since: 1 } }],
  on: {
    PhotoRated: tellsOf(({ uploader }) => accountOf(uploader)),
    PhotoAdmitted: tellsOf(({ ownerId }) => ownerId),
    PhotoRefused: tellsOf(({ uploader }) => accountOf(uploader)),
    RatingClaimed: tellsOf(({ accountId }) => accountId),
    PicturePublished: tellsOf(({ ownerId }) => ownerId),
    PostPublished: tellsOf(({ ownerId }) => ownerId),
    Rated: tellsOf(({ userId }) => userId),
    Liked: tellsOf(({ userId }) => userId),
    CommentPosted: tellsOf(({ authorId }) => authorId),
    CommentLiked: tellsOf(({ userId }) => userId),
    PostReported: tellsOf(({ reporterId }) => reporterId),
    AchievementReached: tellsOf(({ ownerId }) => ownerId),
    ActivityNotified: tellsOf(({ accountId }) => accountId),
  },
});

/** An event tells of the person that `whom` finds in its data, if there is one. */
function tellsOf<Type extends string, Data>(
  whom: (data: Data) => string | null,
): EventFold<TimelineDocument, Type, Data> {
  const personIn = ({ data }: Recorded<Type, Data>) => whom(data) ?? '';
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
