import { Global, Module } from '@nestjs/common';
import { AccountsReader } from '../projections/accounts/accounts.js';
import { PeopleReader } from '../projections/accounts/people.js';
import { InboxReader } from '../projections/inbox/inbox.reader.js';
import { PendingNotificationsReader } from '../projections/inbox/pending-notifications.js';
import { ActsReader } from '../projections/acts.js';
import { AuditReader } from '../projections/audit/audit.reader.js';
import { CommentLikesReader } from '../projections/comments/comment-likes.js';
import { CommentsReader } from '../projections/comments/comments.js';
import { BoostChanges } from '../projections/leaderboard/next-boost-change.js';
import { BoardPages } from '../projections/leaderboard/board-pages.js';
import { LeaderboardReader } from '../projections/leaderboard/leaderboard.reader.js';
import { LikesReader } from '../projections/likes.js';
import { EscalatedPostsReader, ModeratedPostsReader } from '../projections/moderated-posts.js';
import { AppealsReader } from '../projections/moderation/appeals.js';
import { BlockedPicturesReader } from '../projections/moderation/blocked-pictures.js';
import { TrustFactsReader } from '../projections/moderation/trust-facts.js';
import { ReviewQueueReader } from '../projections/moderation/review-queue.js';
import { NamesReader } from '../projections/names.js';
import { AdminPaymentsReader } from '../projections/payments/admin-payments.reader.js';
import { PaymentMovementsReader } from '../projections/payments/payment-movements.js';
import { PaymentsReader } from '../projections/payments/payments.reader.js';
import { ReconciliationsReader } from '../projections/payments/reconciliations.js';
import { PhotosReader } from '../projections/photos/photos.js';
import { ProposalsReader } from '../projections/proposals.js';
import { RatersReader } from '../projections/rating-fraud/raters.js';
import { WhatIfReader } from '../projections/rating-fraud/what-if.reader.js';
import { RatingQueueReader } from '../projections/rating-queue/rating-queue.reader.js';
import { RatingsReader } from '../projections/ratings.js';
import { ReportsReader } from '../projections/reports.js';
import { GrowthReader } from '../projections/statistics/growth.js';
import { JudgesReader } from '../projections/statistics/judges.js';
import { ReportTimesReader } from '../projections/statistics/report-times.js';
import { StatisticsReader } from '../projections/statistics/statistics.js';
import { TimelinesReader } from '../projections/timelines.js';
import { PastStandings } from '../projections/weekly/final-standings.js';
import { RankReader } from '../projections/weekly/rank.reader.js';
import { WeeklyReader } from '../projections/weekly/weekly.reader.js';

const READERS = [
  AccountsReader,
  PendingNotificationsReader,
  ActsReader,
  AdminPaymentsReader,
  AppealsReader,
  AuditReader,
  BlockedPicturesReader,
  BoostChanges,
  BoardPages,
  CommentLikesReader,
  CommentsReader,
  TrustFactsReader,
  EscalatedPostsReader,
  GrowthReader,
  InboxReader,
  JudgesReader,
  LeaderboardReader,
  LikesReader,
  ModeratedPostsReader,
  NamesReader,
  PastStandings,
  PaymentMovementsReader,
  PaymentsReader,
  PeopleReader,
  PhotosReader,
  ProposalsReader,
  RankReader,
  RatersReader,
  RatingQueueReader,
  RatingsReader,
  ReconciliationsReader,
  ReportTimesReader,
  ReportsReader,
  ReviewQueueReader,
  StatisticsReader,
  TimelinesReader,
  WeeklyReader,
  WhatIfReader,
];

/** The readers of views, for all modules. */
@Global()
@Module({ providers: READERS, exports: READERS })
export class ViewsModule {}
