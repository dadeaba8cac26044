import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import { Review } from '../../domain/moderation/publication.js';
import { REASONS, type Reason, ReasonCode } from '../../domain/moderation/reasons.js';
import { TrustLevel } from '../../domain/moderation/trust-level.js';
import { POST_ACTS } from '../../domain/post/post-moderation.js';
import { Subject } from '../../domain/report/subject.js';
import type { Stored } from '../../kernel/document-store.js';
import { type TypeOf, flag, id, list, nullable, number, object, text, time } from '../../kernel/field.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import type { AdminPart } from '../admin-list.js';
import { readerOf, view } from '../view.js';

/** The latest report of a person. */
const WaitingReport = object({
  reporterId: id,
  category: ReasonCode,
  at: time,
  /** Whether it waits for a decision. */
  isPending: flag,
});
export type WaitingReport = TypeOf<typeof WaitingReport>;

/**
 * Reports of which only this is known. Events about them do not say what they were before, so harm and times stay those of the
 * worst that left: the post is never reviewed too late because of them.
 */
const OtherReports = object({
  /** How many wait for a decision. */
  pending: number,
  /** At least the harm of each. */
  harm: number,
  /** Not after the time of any, and not after when any should be decided. */
  at: time,
  dueAt: time,
});
type OtherReports = TypeOf<typeof OtherReports>;

/**
 * A post, comment or profile as the review queue sees it, under its id (that of the account for a profile). Posts that need no
 * review have a document too, for their reach; the others have one since their first report.
 */
const Reviewed = object({
  subject: Subject,
  /** The post, or that of the comment; null for a profile. */
  postId: nullable(id),
  ownerId: id,
  /** Whether it is in the queue. */
  isOpen: flag,
  /** How often it was decided. */
  round: number,
  /** When its publication asks for a review; `none` for most posts. */
  review: Review,
  /** Whether that review is still to come. */
  waits: flag,
  flags: list(text),
  /** Of the owner of a post, when it was published. */
  standing: nullable(TrustLevel),
  /** When the post was published, or the comment or profile first reported. */
  publishedAt: time,
  /** At most {@link MOST_REPORTS}, oldest first. All are in the view `reports`. */
  reports: list(WaitingReport),
  /** The reports that are no longer in the list; null before there is one. */
  others: nullable(OtherReports),
  /** Ratings, likes and comments of a post. */
  reach: number,
  /** The number of binary digits of `reach`, by which the queue is ordered. */
  reachBand: number,
  /** Since when it is hidden until an admin has looked at it, because of a report of a minor; null for most posts. */
  checkedSince: nullable(time),
  /** The most harm that its reasons name, from 0 to 3; 4 for a post in check. */
  harm: number,
  /** The oldest reason, and when the first one should be decided; null outside of the queue. */
  since: nullable(time),
  dueAt: nullable(time),
  claim: nullable(object({ adminId: id, until: time })),
  /** Whether it is under legal hold: it is in no queue. */
  isEscalated: flag,
});
export type ReviewDocument = TypeOf<typeof Reviewed>;

const UNREVIEWED = {
  round: 0,
  review: 'none',
  waits: false,
  flags: [],
  standing: null,
  reports: [],
  others: null,
  reach: 0,
  claim: null,
  isEscalated: false,
  checkedSince: null,
} as const;

/** The fields that follow from the reasons for a review, of a document without reasons. */
const NOTHING_YET = { ...UNREVIEWED, isOpen: false, reachBand: 0, harm: 0, since: null, dueAt: null };

/** What the photo check flagged, and what is reviewed because its owner is new. */
const FLAGGED = { harm: 2, targetHours: 12 } as const;
const NEWCOMER = { harm: 0, targetHours: 72 } as const;
/** A post that is kept from the public until somebody looks: before all others. */
const IN_CHECK = { harm: 4, targetHours: REASONS.minor.targetHours };

/** How many reports a document lists. */
const MOST_REPORTS = 200;

const HOUR_MS = 3_600_000;

/** The harm that a publication which asks for a review may do, and how soon it should be reviewed. */
export function weightOf(review: ReviewDocument['review']): Pick<Reason, 'harm' | 'targetHours'> {
  return review === 'after' ? NEWCOMER : FLAGGED;
}

/** When something of this time should be decided, ISO 8601. */
export function dueAfter(at: string, targetHours: number): string {
  return new Date(Date.parse(at) + targetHours * HOUR_MS).toISOString();
}

function weighed(at: string, { harm, targetHours }: { readonly harm: number; readonly targetHours: number }) {
  return { at, harm, dueAt: dueAfter(at, targetHours) };
}

type Facts = Omit<ReviewDocument, 'isOpen' | 'harm' | 'since' | 'dueAt' | 'reachBand'>;

/** Adds what follows from the reasons for a review. */
function placed(post: Facts): ReviewDocument {
  const { others } = post;
  const reasons = [
    ...(post.checkedSince === null ? [] : [weighed(post.checkedSince, IN_CHECK)]),
    ...(post.waits ? [weighed(post.publishedAt, weightOf(post.review))] : []),
    ...post.reports.flatMap(({ category, at, isPending }) =>
      isPending ? [weighed(at, REASONS[category])] : [],
    ),
    ...(others && others.pending > 0 ? [others] : []),
  ];
  const times = reasons.map(({ at }) => at).toSorted();
  const due = reasons.map(({ dueAt }) => dueAt).toSorted();
  return {
    ...post,
    isOpen: reasons.length > 0 && !post.isEscalated,
    reachBand: bandOf(post.reach),
    harm: Math.max(0, ...reasons.map(({ harm }) => harm)),
    since: times[0] ?? null,
    dueAt: due[0] ?? null,
  };
}

const bandOf = (reach: number) => (reach > 0 ? reach.toString(2).length : 0);

/** The reasons stay as they are. */
function withReach(post: ReviewDocument, change: 1 | -1): ReviewDocument {
  const reach = post.reach + change;
  return { ...post, reach, reachBand: bandOf(reach) };
}

export const reviewQueue = view('review-queue', {
  version: 6,
  document: Reviewed,
  isGathered: true,
  indexes: [
    'isOpen -harm -reachBand since',
    'isOpen dueAt',
    'claim.adminId',
    'postId',
    { fields: { checkedSince: 1 }, isSparse: true },
  ],
})
  .createdBy('postId', {
    PostPublished: (_, { postId, ownerId, review, moderationFlags, standing, publishedAt }) =>
      placed({
        ...UNREVIEWED,
        subject: 'post',
        postId,
        ownerId,
        review,
        waits: review !== 'none',
        flags: moderationFlags,
        standing,
        publishedAt,
      }),
  })
  .createdBy('commentId', {
    CommentReported: (known, { postId, ...report }, { at }) =>
      reported(
        known ?? { ...NOTHING_YET, subject: 'comment', postId, ownerId: report.ownerId, publishedAt: at },
        report,
        at,
      ),
  })
  .createdBy('ownerId', {
    ProfileReported: (known, report, { at }) =>
      reported(
        known ?? {
          ...NOTHING_YET,
          subject: 'profile',
          postId: null,
          ownerId: report.ownerId,
          publishedAt: at,
        },
        report,
        at,
      ),
  })
  .changedBy('accountId', { AccountDeleted: () => null })
  .changedBy('postId', POST_ACTS, (post) => placed({ ...post, waits: false }))
  .changedBy('postId', {
    PostDeleted: () => null,
    // A post that waited for a review waits again, unless another decision about it is left.
    PostActUndone: (post, { isHeld, isModerated, isHidden, isRemoved }) => {
      const isDecided = isModerated || isHidden || isRemoved || (post.review === 'before' && !isHeld);
      return placed({ ...post, waits: post.review !== 'none' && !isDecided });
    },
    PostEscalated: (post) => placed({ ...post, isEscalated: true }),
    LegalHoldLifted: (post) => placed({ ...post, isEscalated: false }),
    PostCheckBegan: (post, _, { at }) => placed({ ...post, checkedSince: at }),
    PostCheckEnded: (post) => placed({ ...post, checkedSince: null }),
    PostReported: (post, report, { at }) => reported(post, report, at),
  })
  .changedBy('subjectId', {
    ReportReopened: (post, report) => withChange(post, report, { isPending: true }, counted(1)),
    ReportCategorised: (post, report) =>
      withChange(post, report, { category: report.category }, (others) =>
        worstOf(others, weighed(others.at, REASONS[report.category])),
      ),
    ReviewClaimed: (post, { adminId, until }) => ({ ...post, claim: { adminId, until } }),
    ReviewReleased: (post) => ({ ...post, claim: null }),
    ReviewDecided: (post, { reports }) =>
      placed({
        ...post,
        round: post.round + 1,
        waits: false,
        claim: null,
        reports: post.reports.map((report) =>
          reports.some(({ reporterId }) => reporterId === report.reporterId)
            ? { ...report, isPending: false }
            : report,
        ),
      }),
  })
  .changedBy('subjectId', ['ReportReviewed', 'ReportDismissed'], (post, report) =>
    withChange(post, report, { isPending: false }, counted(-1)),
  )
  .changedBy('postId', ['Rated', 'Liked', 'CommentPosted'], (post) => withReach(post, 1))
  .changedBy('postId', { Unliked: (post) => withReach(post, -1) })
  .changedBy(({ commentId, postId }: DomainEvents['CommentDeleted']) => [commentId, postId], {
    CommentDeleted: (document, { commentId }, _, of) => (of === commentId ? null : withReach(document, -1)),
  });

function reported(
  document: ReviewDocument,
  { reporterId, category }: Pick<WaitingReport, 'reporterId' | 'category'>,
  at: string,
): ReviewDocument {
  return placed(withReport(document, { reporterId, category, at, isPending: true }));
}

/** With another report, which replaces an earlier one of its reporter. Of too many, the oldest decided or else the oldest leaves. */
function withReport(post: ReviewDocument, report: WaitingReport): ReviewDocument {
  const reports = [...post.reports.filter(({ reporterId }) => reporterId !== report.reporterId), report];
  const leaving = reports.find(({ isPending }) => !isPending) ?? reports[0];
  if (reports.length <= MOST_REPORTS || !leaving) return { ...post, reports };
  const { at, category, isPending } = leaving;
  const weight = weighed(at, REASONS[category]);
  const others = worstOf(post.others ?? { pending: 0, ...weight }, weight);
  return {
    ...post,
    reports: reports.filter((one) => one !== leaving),
    others: isPending ? counted(1)(others) : others,
  };
}

function worstOf(others: OtherReports, { at, harm, dueAt }: Omit<OtherReports, 'pending'>): OtherReports {
  return {
    ...others,
    harm: Math.max(others.harm, harm),
    at: at < others.at ? at : others.at,
    dueAt: dueAt < others.dueAt ? dueAt : others.dueAt,
  };
}

function counted(by: 1 | -1) {
  return (others: OtherReports): OtherReports => ({
    ...others,
    pending: Math.max(0, others.pending + by),
  });
}

/** After a change of one report on a post; `otherwise` is for a report that is no longer in the list. */
function withChange(
  post: ReviewDocument,
  { reporterId }: { readonly reporterId: string },
  change: Partial<WaitingReport>,
  otherwise: (others: OtherReports) => OtherReports,
): ReviewDocument {
  const index = post.reports.findIndex((report) => report.reporterId === reporterId);
  const report = post.reports[index];
  return placed(
    report
      ? { ...post, reports: post.reports.with(index, { ...report, ...change }) }
      : { ...post, others: post.others && otherwise(post.others) },
  );
}

/** How many reported comments of a post are looked at. */
const MOST_ON_POST = 1000;

/** How many claims of an admin are read. */
const MOST_CLAIMS = 100;

@Injectable()
export class ReviewQueueReader extends readerOf(reviewQueue) {
  /** A page of the queue: most harm first, then most reach, then oldest. */
  page({ limit, after }: AdminPart): Promise<readonly Stored<ReviewDocument>[]> {
    return this.documents.find({
      where: { isOpen: true },
      sort: { harm: -1, reachBand: -1, since: 1 },
      limit,
      ...(after && { after }),
    });
  }

  /** The same from its end: least harm first. */
  pageFromEnd({ limit, after }: AdminPart): Promise<readonly Stored<ReviewDocument>[]> {
    return this.documents.find({
      where: { isOpen: true },
      sort: { harm: 1, reachBand: 1, since: -1 },
      limit,
      ...(after && { after }),
    });
  }

  /** How much is in the queue. @param held posts under legal hold, which are few: their comments are in no queue */
  async waiting(held: ReadonlySet<string>): Promise<number> {
    return (await this.documents.count({ isOpen: true })) - (await this.openOn(held)).length;
  }

  /** How much of it should have been decided by now. */
  async overdue(now: Date, held: ReadonlySet<string>): Promise<number> {
    const at = now.toISOString();
    const late = (await this.openOn(held)).filter(({ dueAt }) => dueAt !== null && dueAt < at);
    return (await this.documents.count({ isOpen: true, dueAt: { $lt: at } })) - late.length;
  }

  private async openOn(held: ReadonlySet<string>): Promise<readonly ReviewDocument[]> {
    const found = await Promise.all(
      [...held].map((postId) => this.documents.find({ where: { postId }, limit: MOST_ON_POST })),
    );
    return found.flat().filter(({ isOpen }) => isOpen);
  }

  /** The posts in check that nobody has decided within the time for it: how many there are, and since when the first one is. */
  async overdueChecks(now: Date): Promise<{ readonly count: number; readonly since: string | null }> {
    const due = new Date(now.getTime() - IN_CHECK.targetHours * HOUR_MS).toISOString();
    const where = { checkedSince: { $lt: due } };
    const [first] = await this.documents.find({ where, sort: { checkedSince: 1 }, limit: 1 });
    return { count: first ? await this.documents.count(where) : 0, since: first?.checkedSince ?? null };
  }

  claimedBy(adminId: string): Promise<readonly Stored<ReviewDocument>[]> {
    return this.documents.find({ where: { 'claim.adminId': adminId }, limit: MOST_CLAIMS });
  }
}

/** Harm, band, time and id. */
export const REVIEW_CURSOR: readonly CursorPart[] = ['number', 'number', 'time', 'text'];

/** The cursor after a post of the queue. */
export function afterReview({ harm, reachBand, since, _id }: Stored<ReviewDocument>): readonly Scalar[] {
  return [harm, reachBand, since, _id];
}
