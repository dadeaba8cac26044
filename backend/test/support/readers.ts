import { RecordedReads } from '../../src/kernel/recorded-reads.js';
import type { Clock } from '../../src/kernel/clock.js';
import type { PublicViews, Views } from '../../src/kernel/projection.js';
import { AccountsReader } from '../../src/projections/accounts/accounts.js';
import { PeopleReader } from '../../src/projections/accounts/people.js';
import { ActsReader } from '../../src/projections/acts.js';
import { InboxReader } from '../../src/projections/inbox/inbox.reader.js';
import { PendingNotificationsReader } from '../../src/projections/inbox/pending-notifications.js';
import { AuditReader } from '../../src/projections/audit/audit.reader.js';
import { CommentLikesReader } from '../../src/projections/comments/comment-likes.js';
import { CommentsReader } from '../../src/projections/comments/comments.js';
import { BoostChanges } from '../../src/projections/leaderboard/next-boost-change.js';
import { BoardPages } from '../../src/projections/leaderboard/board-pages.js';
import { LeaderboardReader } from '../../src/projections/leaderboard/leaderboard.reader.js';
import { LikesReader } from '../../src/projections/likes.js';
import { EscalatedPostsReader, ModeratedPostsReader } from '../../src/projections/moderated-posts.js';
import { NamesReader } from '../../src/projections/names.js';
import { AppealsReader } from '../../src/projections/moderation/appeals.js';
import { BlockedPicturesReader } from '../../src/projections/moderation/blocked-pictures.js';
import { TrustFactsReader } from '../../src/projections/moderation/trust-facts.js';
import { ReviewQueueReader } from '../../src/projections/moderation/review-queue.js';
import { AdminPaymentsReader } from '../../src/projections/payments/admin-payments.reader.js';
import { PaymentMovementsReader } from '../../src/projections/payments/payment-movements.js';
import { PaymentsReader } from '../../src/projections/payments/payments.reader.js';
import { ReconciliationsReader } from '../../src/projections/payments/reconciliations.js';
import { PhotosReader } from '../../src/projections/photos/photos.js';
import { ProposalsReader } from '../../src/projections/proposals.js';
import { RatersReader } from '../../src/projections/rating-fraud/raters.js';
import { WhatIfReader } from '../../src/projections/rating-fraud/what-if.reader.js';
import { RatingQueueReader } from '../../src/projections/rating-queue/rating-queue.reader.js';
import { RatingsReader } from '../../src/projections/ratings.js';
import { ReportsReader } from '../../src/projections/reports.js';
import { GrowthReader } from '../../src/projections/statistics/growth.js';
import { JudgesReader } from '../../src/projections/statistics/judges.js';
import { ReportTimesReader } from '../../src/projections/statistics/report-times.js';
import { StatisticsReader } from '../../src/projections/statistics/statistics.js';
import { TimelinesReader } from '../../src/projections/timelines.js';
import { RankReader } from '../../src/projections/weekly/rank.reader.js';
import { WeeklyReader } from '../../src/projections/weekly/weekly.reader.js';

/** The time of readers that need no other. */
const BOARD_TIME: Clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };

/** Records nothing and remembers nothing: nobody reports changes of these views. */
class NoRecords extends RecordedReads {
  async record<Result>(work: () => Promise<Result>) {
    return { result: await work(), record: { endsAt: null, size: 0, forget: () => undefined } };
  }

  expire(): void {}

  holdsUntil(): void {}

  remembered<Result>(work: () => Promise<Result>): () => Promise<Result> {
    return work;
  }
}

/** All readers, by name. */
export type Readers = ReturnType<typeof readersOver>;

/** All readers, over these views. */
export function readersOver(views: Views, publicViews: PublicViews = views, clock: Clock = BOARD_TIME) {
  const people = new PeopleReader(publicViews);
  const names = new NamesReader(views);
  const records = new NoRecords();
  const moments = new BoostChanges(publicViews, views, records, clock);
  const boardPages = new BoardPages(publicViews, views, names, moments, records, clock);
  const accounts = new AccountsReader(views);
  const activity = new PendingNotificationsReader(views);
  const comments = new CommentsReader(views, publicViews, people);
  const ranks = new RankReader(publicViews, views, moments);
  return {
    accounts,
    acts: new ActsReader(views),
    boardMoments: moments,
    activity,
    inbox: new InboxReader(views, publicViews, activity, accounts, comments, ranks),
    audit: new AuditReader(views),
    adminPayments: new AdminPaymentsReader(views),
    blockedPictures: new BlockedPicturesReader(views),
    commentLikes: new CommentLikesReader(views),
    comments,
    appeals: new AppealsReader(views),
    trustFacts: new TrustFactsReader(views),
    reviewQueue: new ReviewQueueReader(views),
    leaderboard: new LeaderboardReader(views, publicViews, people, boardPages, moments, clock),
    likes: new LikesReader(views),
    escalatedPosts: new EscalatedPostsReader(views),
    moderatedPosts: new ModeratedPostsReader(views, people),
    names,
    paymentMovements: new PaymentMovementsReader(views),
    payments: new PaymentsReader(views),
    people,
    photos: new PhotosReader(views),
    proposals: new ProposalsReader(views),
    ranks,
    raters: new RatersReader(views),
    ratingQueue: new RatingQueueReader(views, publicViews, new RatingsReader(views)),
    ratings: new RatingsReader(views),
    reconciliations: new ReconciliationsReader(views),
    reports: new ReportsReader(views),
    growth: new GrowthReader(views),
    judges: new JudgesReader(views),
    reportTimes: new ReportTimesReader(views),
    statistics: new StatisticsReader(views),
    timelines: new TimelinesReader(views),
    weekly: new WeeklyReader(views, publicViews, people, names, moments),
    whatIf: new WhatIfReader(views),
  };
}
