import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Recorded } from '../../kernel/event.js';
import { type TypeOf, anyOf, flag, id, list, nullable, object, text } from '../../kernel/field.js';
import { type Count, type CountDocument, Views } from '../../kernel/projection.js';
import { readerOf, view } from '../view.js';
import { dayAfter, mondayOf } from './days.js';

/** A browser that uploaded a photo without an account, under `visitor:{claim}`: the week of the first upload, by its Monday. */
const Visitor = object({ week: text });
type VisitorDocument = TypeOf<typeof Visitor>;

/** A photo of a visitor, under `photo:{photoId}`. One that nobody claims is deleted with the photo. */
const Upload = object({
  visitor: id,
  uploadedIn: text,
  /** The week of the upload, once an account has claimed the photo; else null. */
  claimedWeek: nullable(text),
  accountId: nullable(id),
  isPublished: flag,
});
type UploadDocument = TypeOf<typeof Upload>;

const isUpload = (document: VisitorDocument | UploadDocument): document is UploadDocument =>
  'visitor' in document;

/** The id of the count document of a week, and the count in it. */
const visitorsIn = (week: string) => ({ id: `week:${week}`, name: 'visitors' });

/** The way in: who uploaded a photo without an account, and what became of it. One visitor is one claim. */
export const visitors = view('visitors', {
  version: 1,
  document: anyOf(Visitor, Upload),
  isGathered: true,
  counts: {
    keyOf: (document) => (isUpload(document) ? null : document.week),
    countedIn: (week) => [visitorsIn(week)],
  },
  indexes: ['claimedWeek'],
})
  .createdBy(
    ({ photoId }: DomainEvents['PhotoRated'], { metadata: { actor } }: Recorded) =>
      // Visitors had no id in older events: then each photo is a visitor.
      actor.kind === 'visitor' ? [`visitor:${actor.id ?? photoId}`, `photo:${photoId}`] : [],
    {
      PhotoRated: (known, { photoId }, { actor, at }, key) => {
        if (known) return known;
        if (key.startsWith('visitor:')) return { week: mondayOf(at) };
        return {
          visitor: `visitor:${actor.id ?? photoId}`,
          uploadedIn: mondayOf(at),
          claimedWeek: null,
          accountId: null,
          isPublished: false,
        };
      },
    },
  )
  .changedBy(({ photoId }: { readonly photoId: string }) => `photo:${photoId}`, {
    RatingClaimed: (upload, { accountId }) =>
      isUpload(upload) ? { ...upload, claimedWeek: upload.uploadedIn, accountId } : upload,
    PhotoDeleted: (upload) => (isUpload(upload) && upload.accountId === null ? null : upload),
  })
  .changedBy(({ postId }: DomainEvents['PostPublished']) => `photo:${postId}`, {
    PostPublished: (upload) => (isUpload(upload) ? { ...upload, isPublished: true } : upload),
  });

/** An account, under its id. It is never deleted: its person was active, whatever came later. */
const CohortMember = object({
  /** The week in which it was registered, by its Monday. */
  cohort: text,
  isVerified: flag,
  /** The weeks in which its person wrote something, oldest first: those that are shown beside its cohort. */
  active: list(text),
});

/** Of 366 days, the longest range that is shown, the last week begins at most so many days after the first one. */
const SHOWN_DAYS = 371;

/** What counts as active: a write. Registering, verifying an address and signing in do not count; a visit leaves no event. */
export const ACTIVITIES = [
  'PhotoRated',
  'PhotoAdmitted',
  'PostPublished',
  'PostDeleted',
  'Rated',
  'Liked',
  'Unliked',
  'CommentPosted',
  'CommentDeleted',
  'CommentLiked',
  'CommentUnliked',
  'PostReported',
  'CommentReported',
  'ProfileReported',
  'AppealFiled',
  'ProfileChanged',
  'ProfilePictureChanged',
  'CheckoutStarted',
  'BoostApplied',
  'RefundRequested',
] as const satisfies readonly (keyof DomainEvents)[];

/** The id of the count document with the number of accounts of a cohort, and the count in it. */
const sizeOf = (cohort: string) => ({ id: `cohort:${cohort}`, name: 'accounts' });
/** The same for the accounts of a cohort that were active in a week. */
const activeIn = (week: string, cohort: string) => ({ id: `active:${week}`, name: cohort });

export const cohorts = view('cohorts', {
  version: 4,
  document: CohortMember,
  isGathered: true,
  counts: {
    keyOf: ({ cohort, active }) => [cohort, ...active].join(' '),
    countedIn: (key) => {
      const [cohort = '', ...active] = key.split(' ');
      return [sizeOf(cohort), ...active.map((week) => activeIn(week, cohort))];
    },
  },
})
  .createdBy('accountId', {
    AccountRegistered: (known, _, { at }) => known ?? { cohort: mondayOf(at), isVerified: false, active: [] },
  })
  .changedBy('accountId', { EmailVerified: (account) => ({ ...account, isVerified: true }) })
  .changedBy(
    // What an admin or the program does to a person's things is no write of their own.
    (_: object, { metadata: { actor } }: Recorded) => (actor.kind === 'user' ? actor.id : null),
    ACTIVITIES,
    (account, _, { at }) => {
      const week = mondayOf(at);
      if (account.active.includes(week)) return account;
      if (week < account.cohort || week > dayAfter(account.cohort, SHOWN_DAYS)) return account;
      return { ...account, active: [...account.active, week] };
    },
  );

/** How far the visitors came who uploaded their first photo in a week. Each step is a part of the one before. */
export interface Funnel {
  readonly visitors: number;
  readonly accounts: number;
  readonly verified: number;
  readonly published: number;
}

/** The accounts that were registered in a week. */
export interface Cohort {
  readonly accounts: number;
  /** How many of them wrote something, in each week from their own on. */
  readonly active: readonly number[];
}

type Reached = Record<Exclude<keyof Funnel, 'visitors'>, Set<string>>;

/** Reads how people come in and whether they stay. Weeks are given by their Mondays, oldest first. */
@Injectable()
export class GrowthReader extends readerOf(visitors) {
  private readonly cohorts: ViewReader<TypeOf<typeof CohortMember>>;

  constructor(views: Views) {
    super(views);
    this.cohorts = views.of(cohorts);
  }

  async funnel(weeks: readonly string[]): Promise<readonly Funnel[]> {
    const [first] = weeks;
    if (first === undefined) return [];
    const counts = await countsIn(this.documents, weeks.map(visitorsIn));
    // A photo may be claimed that its visitor uploaded in a later week than the first one.
    const claimed = (await this.all(
      { claimedWeek: { $gte: first } },
      { claimedWeek: 1 },
    )) as Stored<UploadDocument>[];
    const uploaders = await this.documents.getMany(claimed.map(({ visitor }) => visitor));
    const accounts = await this.cohorts.getMany(claimed.flatMap(({ accountId }) => accountId ?? []));
    const reached = new Map<string, Reached>(
      weeks.map((week) => [week, { accounts: new Set(), verified: new Set(), published: new Set() }]),
    );
    for (const { visitor, accountId, isPublished } of claimed) {
      const steps = reached.get((uploaders.get(visitor) as VisitorDocument | undefined)?.week ?? '');
      if (!steps) continue;
      steps.accounts.add(visitor);
      if (!accounts.get(accountId ?? '')?.isVerified) continue;
      steps.verified.add(visitor);
      if (isPublished) steps.published.add(visitor);
    }
    return weeks.map((week, index) => {
      const steps = reached.get(week);
      return {
        visitors: counts[index] ?? 0,
        accounts: steps?.accounts.size ?? 0,
        verified: steps?.verified.size ?? 0,
        published: steps?.published.size ?? 0,
      };
    });
  }

  async retention(weeks: readonly string[]): Promise<readonly Cohort[]> {
    const sizes = await countsIn(this.cohorts, weeks.map(sizeOf));
    return Promise.all(
      weeks.map(async (cohort, index) => ({
        accounts: sizes[index] ?? 0,
        active: await countsIn(
          this.cohorts,
          weeks.slice(index).map((week) => activeIn(week, cohort)),
        ),
      })),
    );
  }
}

/** These counts, in their order. */
async function countsIn<Document extends object>(
  documents: ViewReader<Document>,
  counts: readonly Count[],
): Promise<readonly number[]> {
  const found = await documents.getMany(counts.map((count) => count.id));
  return counts.map((count) => (found.get(count.id) as CountDocument | undefined)?.counts[count.name] ?? 0);
}
