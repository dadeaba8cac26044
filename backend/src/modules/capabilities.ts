import { accountCapability } from './account.module.js';
import { adminCapability } from './admin.module.js';
import { activityCapability } from './activity.module.js';
import { authCapability } from './auth.module.js';
import type { Capability } from './capability.js';
import { communityCapability } from './community.module.js';
import { healthCapability } from './health.module.js';
import { leaderboardCapability } from './leaderboard.module.js';
import { liveCapability } from './live.module.js';
import { moderationCapability } from './moderation.module.js';
import { paymentsCapability } from './payments.module.js';
import { peopleCapability } from './people.module.js';
import { photosCapability } from './photos.module.js';
import { postsCapability } from './posts.module.js';
import { ratersCapability } from './raters.module.js';
import { reviewCapability } from './review.module.js';
import { shareCardsCapability } from './share-cards.module.js';

/** All capabilities of this product, in the order in which the contract lists their calls. */
export const capabilities: readonly Capability[] = [
  healthCapability,
  peopleCapability,
  leaderboardCapability,
  liveCapability,
  photosCapability,
  postsCapability,
  shareCardsCapability,
  authCapability,
  accountCapability,
  communityCapability,
  activityCapability,
  paymentsCapability,
  adminCapability,
  reviewCapability,
  ratersCapability,
  moderationCapability,
];
