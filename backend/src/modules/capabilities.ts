import type { Type } from '@nestjs/common';
import { AccountModule } from './account.module.js';
import { AdminModule } from './admin.module.js';
import { AuditModule } from './audit.module.js';
import { ActivityModule } from './activity.module.js';
import { AuthModule } from './auth.module.js';
import { CommunityModule } from './community.module.js';
import { HealthModule } from './health.module.js';
import { LeaderboardModule } from './leaderboard.module.js';
import { LiveModule } from './live.module.js';
import { ModerationModule } from './moderation.module.js';
import { OperationsModule } from './operations.module.js';
import { PaymentsModule } from './payments.module.js';
import { PhotosModule } from './photos.module.js';
import { PostsModule } from './posts.module.js';
import { RatingFraudModule } from './rating-fraud.module.js';
import { ReviewModule } from './review.module.js';
import { ShareCardsModule } from './share-cards.module.js';
import { StatisticsModule } from './statistics.module.js';
import { ViewsModule } from './views.module.js';

/** The module of each capability of the product, in the order in which the contract lists their calls. */
export const capabilities: readonly Type[] = [
  ViewsModule,
  HealthModule,
  LeaderboardModule,
  LiveModule,
  PhotosModule,
  PostsModule,
  ShareCardsModule,
  AuthModule,
  AccountModule,
  CommunityModule,
  ActivityModule,
  PaymentsModule,
  AdminModule,
  ReviewModule,
  RatingFraudModule,
  ModerationModule,
  AuditModule,
  StatisticsModule,
  OperationsModule,
];
