import type { Projection } from '../kernel/projection.js';
import { accounts } from './accounts/accounts.projection.js';
import { people } from './accounts/people.projection.js';
import { acts } from './acts/acts.projection.js';
import { audit } from './audit/audit.projection.js';
import { activity } from './activity/activity.projection.js';
import { commentLikes } from './comments/comment-likes.projection.js';
import { comments } from './comments/comments.projection.js';
import { leaderboard } from './leaderboard/leaderboard.projection.js';
import { appeals } from './moderation/appeals.projection.js';
import { blockedPictures } from './moderation/blocked-pictures.projection.js';
import { conduct } from './moderation/conduct.projection.js';
import { reviewQueue } from './moderation/review-queue.projection.js';
import { names } from './names/names.projection.js';
import { likes } from './likes/likes.projection.js';
import { moderatedPosts } from './moderated-posts/moderated-posts.projection.js';
import { boostGains } from './payments/boost-gains.projection.js';
import { paymentIds } from './payments/payment-ids.projection.js';
import { paymentMovements } from './payments/payment-movements.projection.js';
import { payments } from './payments/payments.projection.js';
import { reconciliations } from './payments/reconciliations.projection.js';
import { stripeEvents } from './payments/stripe-events.projection.js';
import { photos } from './photos/photos.projection.js';
import { proposals } from './proposals/proposals.projection.js';
import { raterPairs } from './raters/rater-pairs.projection.js';
import { raters } from './raters/raters.projection.js';
import { ratings } from './ratings/ratings.projection.js';
import { reports } from './reports/reports.projection.js';
import { cohorts } from './statistics/cohorts.projection.js';
import { judges } from './statistics/judges.projection.js';
import { reportTimes } from './statistics/report-times.projection.js';
import { statistics } from './statistics/statistics.projection.js';
import { visitors } from './statistics/visitors.projection.js';
import { timelines } from './timelines/timelines.projection.js';
import { standings } from './weekly/standings.projection.js';
import { weekly } from './weekly/weekly.projection.js';

/** All projections. */
export const projections: readonly Projection<object>[] = [
  accounts,
  people,
  photos,
  leaderboard,
  ratings,
  likes,
  comments,
  commentLikes,
  weekly,
  standings,
  names,
  activity,
  audit,
  timelines,
  payments,
  boostGains,
  paymentIds,
  paymentMovements,
  stripeEvents,
  reconciliations,
  raters,
  raterPairs,
  acts,
  blockedPictures,
  moderatedPosts,
  reports,
  proposals,
  conduct,
  reviewQueue,
  appeals,
  statistics,
  visitors,
  cohorts,
  reportTimes,
  judges,
];
