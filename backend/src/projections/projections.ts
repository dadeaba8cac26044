import type { Projection } from '../kernel/projection.js';
import { accounts } from './accounts/accounts.js';
import { people } from './accounts/people.js';
import { acts } from './acts.js';
import { audit } from './audit/audit.js';
import { inbox } from './inbox/inbox.js';
import { pendingNotifications } from './inbox/pending-notifications.js';
import { commentLikes } from './comments/comment-likes.js';
import { comments } from './comments/comments.js';
import { leaderboard } from './leaderboard/leaderboard.js';
import { appeals } from './moderation/appeals.js';
import { blockedPictures } from './moderation/blocked-pictures.js';
import { trustFacts } from './moderation/trust-facts.js';
import { reviewQueue } from './moderation/review-queue.js';
import { names } from './names.js';
import { likes } from './likes.js';
import { moderatedPosts } from './moderated-posts.js';
import { boostGains } from './payments/boost-gains.js';
import { paymentIds, stripeEvents } from './payments/stripe-events.js';
import { paymentMovements } from './payments/payment-movements.js';
import { payments } from './payments/payments.js';
import { reconciliations } from './payments/reconciliations.js';
import { photos } from './photos/photos.js';
import { proposals } from './proposals.js';
import { raterPairs, raters } from './rating-fraud/raters.js';
import { ratingQueue } from './rating-queue/rating-queue.js';
import { ratings } from './ratings.js';
import { reports } from './reports.js';
import { cohorts, visitors } from './statistics/growth.js';
import { judges } from './statistics/judges.js';
import { reportTimes } from './statistics/report-times.js';
import { statistics } from './statistics/statistics.js';
import { timelines } from './timelines.js';
import { standings, weekly } from './weekly/weekly.js';

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
  pendingNotifications,
  inbox,
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
  ratingQueue,
  acts,
  blockedPictures,
  moderatedPosts,
  reports,
  proposals,
  trustFacts,
  reviewQueue,
  appeals,
  statistics,
  visitors,
  cohorts,
  reportTimes,
  judges,
];
