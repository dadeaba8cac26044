import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import { REASONS, type Reason, type ReasonCode } from '../../domain/moderation/reasons.js';
import { POST_ACTS } from '../../domain/post/post-moderation.js';
import { foldEach, projection } from '../projection.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';

/** The latest report of a person. */
export interface WaitingReport {
  readonly reporterId: string;
  readonly category: ReasonCode;
  /** ISO 8601. */
  readonly at: string;
  /** Whether it waits for a decision. */
  readonly isPending: boolean;
}

/**
 * Reports of which only this is known. Events about them do not say what they were before, so harm and times stay those of the
 * worst that left: the post is never reviewed too late because of them.
 */
export interface OtherReports {
  /** How many wait for a decision. */
  readonly pending: number;
  /** At least the harm of each. */
  readonly harm: number;
  /** Not after the time of any, and not after when any should be decided, ISO 8601. */
  readonly at: string;
  readonly dueAt: string;
}

/** A post as the review queue sees it, under its id. Posts that need no review have a document too, for their reach. */
export interface ReviewDocument {
  readonly ownerId: string;
  /** Whether it is in the queue. */
  readonly isOpen: boolean;
  /** How often it was decided. */
  readonly round: number;
  /** When its publication asks for a review; `none` for most posts. */
  readonly review: DomainEvents['PostPublished']['review'];
  /** Whether that review is still to come. */
  readonly waits: boolean;
  readonly flags: readonly string[];
  readonly standing: DomainEvents['PostPublished']['standing'];
  readonly publishedAt: string;
  /** At most {@link MOST_REPORTS}, oldest first. All are in the view `reports`. */
  readonly reports: readonly WaitingReport[];
  /** The reports that are no longer in the list; null before there is one. */
  readonly others: OtherReports | null;
  /** Ratings, likes and comments. */
  readonly reach: number;
  /** The number of binary digits of `reach`, by which the queue is ordered. */
  readonly reachBand: number;
  /** The most harm that its reasons name, from 0 to 3. */
  readonly harm: number;
  /** The oldest reason, and when the first one should be decided, ISO 8601; null outside of the queue. */
  readonly since: string | null;
  readonly dueAt: string | null;
  readonly claim: { readonly adminId: string; readonly until: string } | null;
  /** Whether it is under legal hold: it is in no queue. */
  readonly isEscalated: boolean;
}

/** What the photo check flagged, and what is reviewed because its owner is new. */
const FLAGGED = { harm: 2, targetHours: 12 } as const;
const NEWCOMER = { harm: 0, targetHours: 72 } as const;

/** How many reports a document lists. */
const MOST_REPORTS = 200;

const HOUR_MS = 3_600_000;

/** How much harm a review that a publication asks for stands for, and how fast it should be. */
export function weightOf(review: ReviewDocument['review']): Pick<Reason, 'harm' | 'targetHours'> {
  return review === 'after' ? NEWCOMER : FLAGGED;
}

/** When something of this time should be decided, ISO 8601. */
export function dueAfter(at: string, targetHours: number): string {
  return new Date(Date.parse(at) + targetHours * HOUR_MS).toISOString();
}

function weighed(at: string, { harm, targetHours }: Pick<Reason, 'harm' | 'targetHours'>) {
  return { at, harm, dueAt: dueAfter(at, targetHours) };
}

type Facts = Omit<ReviewDocument, 'isOpen' | 'harm' | 'since' | 'dueAt' | 'reachBand'>;

/** Adds what follows from the reasons for a review. */
function placed(post: Facts): ReviewDocument {
  const { others } = post;
  const reasons = [
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
    reachBand: post.reach > 0 ? post.reach.toString(2).length : 0,
    harm: Math.max(0, ...reasons.map(({ harm }) => harm)),
    since: times[0] ?? null,
    dueAt: due[0] ?? null,
  };
}

const ofPost = ({ data }: { readonly data: { readonly postId: string } }) => [data.postId];
const reaching = (by: number) => ({
  ids: ofPost,
  fold: (post: ReviewDocument | null) => post && placed({ ...post, reach: post.reach + by }),
});
const reviewed = {
  ids: ofPost,
  fold: (post: ReviewDocument | null) => post && placed({ ...post, waits: false }),
};

export const reviewQueue = projection<ReviewDocument>({
  name: 'review-queue',
  version: 4,
  indexes: [
    { fields: { isOpen: 1, harm: -1, reachBand: -1, since: 1 } },
    { fields: { isOpen: 1, dueAt: 1 } },
    { fields: { 'claim.adminId': 1 } },
  ],
  on: {
    PostPublished: {
      ids: ofPost,
      fold: (_, { data: { ownerId, review, moderationFlags, standing, publishedAt } }) =>
        placed({
          ownerId,
          round: 0,
          review,
          waits: review !== 'none',
          flags: moderationFlags,
          standing,
          publishedAt,
          reports: [],
          others: null,
          reach: 0,
          claim: null,
          isEscalated: false,
        }),
    },
    PostDeleted: { ids: ofPost, fold: () => null },
    ...foldEach(POST_ACTS, () => reviewed),
    PostActUndone: {
      ids: ofPost,
      // A post that waited for a review waits again, unless another decision about it is left.
      fold: (post, { data: { isHeld, isModerated, isHidden, isRemoved } }) => {
        if (!post) return post;
        const isDecided = isModerated || isHidden || isRemoved || (post.review === 'before' && !isHeld);
        return placed({ ...post, waits: post.review !== 'none' && !isDecided });
      },
    },
    PostEscalated: {
      ids: ofPost,
      fold: (post) => post && placed({ ...post, isEscalated: true }),
    },
    LegalHoldLifted: {
      ids: ofPost,
      fold: (post) => post && placed({ ...post, isEscalated: false }),
    },
    PostReported: {
      ids: ofPost,
      fold: (post, { data: { reporterId, category }, metadata }) =>
        post && placed(withReport(post, { reporterId, category, at: metadata.at, isPending: true })),
    },
    ReportReviewed: reportOf(() => ({ isPending: false }), counted(-1)),
    ReportDismissed: reportOf(() => ({ isPending: false }), counted(-1)),
    ReportReopened: reportOf(() => ({ isPending: true }), counted(1)),
    ReportCategorised: reportOf(
      ({ category }: DomainEvents['ReportCategorised']) => ({ category }),
      (others, { category }) => worstOf(others, weighed(others.at, REASONS[category])),
    ),
    ReviewClaimed: {
      ids: ofPost,
      fold: (post, { data: { adminId, until } }) => post && { ...post, claim: { adminId, until } },
    },
    ReviewReleased: { ids: ofPost, fold: (post) => post && { ...post, claim: null } },
    ReviewDecided: {
      ids: ofPost,
      fold: (post, { data: { reports } }) =>
        post &&
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
    },
    Rated: reaching(1),
    Liked: reaching(1),
    Unliked: reaching(-1),
    CommentPosted: reaching(1),
    CommentDeleted: reaching(-1),
  },
});

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

/** Changes one report on a post. */
function reportOf<Data extends { readonly postId: string; readonly reporterId: string }>(
  changesOf: (data: Data) => Partial<WaitingReport>,
  otherwise: (others: OtherReports, data: Data) => OtherReports,
) {
  return {
    ids: ofPost,
    fold: (post: ReviewDocument | null, { data }: { readonly data: Data }) => {
      if (!post) return post;
      const index = post.reports.findIndex(({ reporterId }) => reporterId === data.reporterId);
      const report = post.reports[index];
      return placed(
        report
          ? { ...post, reports: post.reports.with(index, { ...report, ...changesOf(data) }) }
          : { ...post, others: post.others && otherwise(post.others, data) },
      );
    },
  };
}

/** How many claims of an admin are read. */
const MOST_CLAIMS = 100;

@Injectable()
export class ReviewQueueReader {
  private readonly posts: ViewReader<ReviewDocument>;

  constructor(views: Views) {
    this.posts = views.of(reviewQueue);
  }

  /** A post, in the queue or not; null if it does not exist. */
  one(postId: string): Promise<Stored<ReviewDocument> | null> {
    return this.posts.get(postId);
  }

  /** A page of the queue: most harm first, then most reach, then oldest. */
  page({
    limit,
    after,
  }: {
    readonly limit: number;
    readonly after: readonly Scalar[] | null;
  }): Promise<readonly Stored<ReviewDocument>[]> {
    return this.posts.find({
      where: { isOpen: true },
      sort: { harm: -1, reachBand: -1, since: 1 },
      limit,
      ...(after && { after }),
    });
  }

  /** How many posts are in the queue. */
  waiting(): Promise<number> {
    return this.posts.count({ isOpen: true });
  }

  /** How many of them should have been decided by now. */
  overdue(now: Date): Promise<number> {
    return this.posts.count({ isOpen: true, dueAt: { $lt: now.toISOString() } });
  }

  async claimedBy(adminId: string): Promise<readonly string[]> {
    const claimed = await this.posts.find({ where: { 'claim.adminId': adminId }, limit: MOST_CLAIMS });
    return claimed.map(({ _id }) => _id);
  }
}

/** Harm, band, time and id. */
export const REVIEW_CURSOR: readonly CursorPart[] = ['number', 'number', 'time', 'text'];

/** The cursor after a post of the queue. */
export function afterReview({ harm, reachBand, since, _id }: Stored<ReviewDocument>): readonly Scalar[] {
  return [harm, reachBand, since, _id];
}
