import { Injectable } from '@nestjs/common';
import type { EventMetadata, Recorded } from '../kernel/event.js';
import { type TypeOf, id, object, text, time } from '../kernel/field.js';
import { readerOf, view } from './view.js';

/** Records that a stream contains events about a person, under `{personId}:{stream}`. Never deleted. */
const Timeline = object({
  personId: id,
  stream: text,
  /** Time of the first event about the person, ISO 8601. */
  since: time,
});
type TimelineDocument = TypeOf<typeof Timeline>;

const ACCOUNT = 'account:';

/**
 * Which events concern which person, apart from those in the stream of their account. The documents outlive their
 * subjects: what was deleted did happen. Streams of addresses, registrations and usernames are left out: they add
 * nothing to the account's own stream (`AccountRegistered`, `EmailVerified`, `AccountDeleted`), and the stream of an
 * address may concern a previous owner. Streams of uploaders are left out because `PhotoRefused` says the same.
 */
export const timelines = view('timelines', {
  version: 6,
  document: Timeline,
  isGathered: true,
  indexes: ['personId since'],
})
  .createdBy(
    ({ ownerId }: Naming<'ownerId'>, event: Recorded) => idOf(ownerId, event),
    ['PhotoAdmitted', 'PicturePublished', 'PostPublished', 'AchievementReached', 'AppealFiled'],
    first,
  )
  .createdBy(
    ({ userId }: Naming<'userId'>, event: Recorded) => idOf(userId, event),
    ['Rated', 'RaterExcluded', 'Liked', 'CommentLiked', 'CheckoutStarted', 'BoostPurchased'],
    first,
  )
  .createdBy(
    ({ accountId }: Naming<'accountId'>, event: Recorded) => idOf(accountId, event),
    ['RatingClaimed', 'ActivityNotified', 'DigestNotified', 'InboxRead'],
    first,
  )
  .createdBy(
    ({ uploader }: { readonly uploader: string }, event: Recorded) => idOf(accountOf(uploader), event),
    ['PhotoRated', 'PhotoRefused'],
    first,
  )
  .createdBy(({ authorId }: Naming<'authorId'>, event: Recorded) => idOf(authorId, event), {
    CommentPosted: first,
  })
  .createdBy(({ reporterId }: Naming<'reporterId'>, event: Recorded) => idOf(reporterId, event), {
    PostReported: first,
    CommentReported: first,
    ProfileReported: first,
  })
  .createdBy(
    ({ holder, subjectId }: Naming<'holder' | 'subjectId'>, event: Recorded) =>
      holder === 'account' ? idOf(subjectId, event) : null,
    { EmailDisclosed: first },
  );

type Naming<Field extends string> = Readonly<Record<Field, string | null>>;

function idOf(personId: string | null, { stream }: Recorded): string | null {
  return personId ? `${personId}:${stream}` : null;
}

/** The account behind an uploader, or null for a visitor's address. */
function accountOf(uploader: string): string | null {
  return uploader.startsWith(ACCOUNT) ? uploader.slice(ACCOUNT.length) : null;
}

function first(
  before: TimelineDocument | null,
  _: object,
  { at }: EventMetadata,
  of: string,
  { stream }: Recorded,
): TimelineDocument {
  return before ?? { personId: of.slice(0, -`:${stream}`.length), stream, since: at };
}

@Injectable()
export class TimelinesReader extends readerOf(timelines) {
  /** The names of all streams that concern a person, except that of their account, oldest first. */
  async streamsOf(personId: string): Promise<readonly string[]> {
    return (await this.all({ personId }, { since: 1 })).map(({ stream }) => stream);
  }
}
