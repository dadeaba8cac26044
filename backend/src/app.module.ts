import { engineOf } from './engine.providers.js';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ScheduleModule } from '@nestjs/schedule';
import type { Adapters } from './adapters.js';
import { AccountModule } from './api/account/account.module.js';
import { AuthModule } from './api/auth/auth.module.js';
import { CommunityModule } from './api/community/community.module.js';
import { EngineHealth } from './api/health/engine-health.js';
import { HealthController } from './api/health/health.controller.js';
import { Calendar } from './domain/week/calendar.js';
import { LimitSwitch } from './api/http/limits.guard.js';
import { Site } from './api/http/site.js';
import { LeaderboardController } from './api/leaderboard/leaderboard.controller.js';
import { PostRankController } from './api/leaderboard/post-rank.controller.js';
import { WeeklyBoards } from './api/leaderboard/weekly-boards.service.js';
import { LiveController } from './api/live/live.controller.js';
import { LiveFeed } from './api/live/live-feed.service.js';
import { LiveStreams } from './api/live/live-streams.service.js';
import { UploaderPipe } from './api/photos/current-uploader.js';
import { ImagesController } from './api/photos/images.controller.js';
import { IssuedRatings } from './api/photos/issued-ratings.service.js';
import { PhotoGate } from './api/photos/photo-gate.js';
import { PhotoRating } from './api/photos/photo-rating.service.js';
import { PhotosController } from './api/photos/photos.controller.js';
import { DirectPublishing } from './api/posts/direct-publishing.service.js';
import { NearCopies } from './api/posts/near-copies.service.js';
import { Placing } from './api/posts/placing.service.js';
import { PostsController } from './api/posts/posts.controller.js';
import { Publishing } from './api/posts/publishing.service.js';
import { SandboxModule } from './api/sandbox/sandbox.module.js';
import { ShareCardsController } from './api/share-cards/share-cards.controller.js';
import { ShareCards } from './api/share-cards/share-cards.service.js';
import type { Config } from './config.js';
import { DocumentStore } from './kernel/document-store.js';
import { KernelStore } from './kernel/kernel-store.js';
import { aggregates } from './domain/aggregates.js';
import { Clock, Ids } from './kernel/clock.js';
import { commandHandlers } from './kernel/commands/command-handlers.js';
import { EngineLifecycle } from './kernel/lifecycle.js';
import { EventLog } from './kernel/event-log.js';
import { ImageStore } from './infrastructure/images/image-store.port.js';
import { PhotoJudge } from './infrastructure/judge/photo-judge.port.js';
import { TextModeration } from './infrastructure/judge/text-moderation.port.js';
import { LimitStore } from './infrastructure/limits/limit-store.port.js';
import { MailBox } from './infrastructure/mail/mail-box.port.js';
import { Mailer } from './infrastructure/mail/mailer.port.js';
import { SentMails } from './infrastructure/mail/sent-mails.port.js';
import { ServerSecret } from './infrastructure/sessions/server-secret.js';
import { SessionStore } from './infrastructure/sessions/session-store.port.js';
import { ShareCardPainter } from './infrastructure/share-card/share-card.port.js';
import { FindPostHandler, FindPostsHandler } from './projections/leaderboard/leaderboard.queries.js';
import { FindPendingActivityHandler } from './projections/activity/activity.queries.js';
import { FindLivePostsHandler } from './projections/leaderboard/live.queries.js';
import { FindPostFiguresHandler } from './projections/leaderboard/post-figures.queries.js';
import { FilterByNameHandler, SearchAuthorsHandler } from './projections/names/names.queries.js';
import {
  FindUnpublishedPhotosHandler,
  FindUnpublishedPhotosOfHandler,
  HasNearCopyHandler,
} from './projections/photos/photos.queries.js';
import { FindRankHandler, FindWeekBadgeHandler } from './projections/weekly/rank.queries.js';
import {
  FindFirstWeekHandler,
  FindPostsOfWeekHandler,
  FindStandingsHandler,
} from './projections/weekly/running-week.queries.js';
import {
  FindClosedBoardHandler,
  FindClosedWeeksHandler,
  FindFamousWeeksHandler,
} from './projections/weekly/weekly.queries.js';
import { AccountDeletion } from './reactions/account-deletion.js';
import { ActivityNotices } from './reactions/activity-notices.js';
import { ErasureScrub } from './reactions/erasure-scrub.js';
import { GoodbyeMails } from './reactions/goodbye-mails.js';
import { KeySweep } from './reactions/key-sweep.js';
import { PhotoExpiry } from './reactions/photo-expiry.js';
import { SentMailsSweep } from './reactions/sent-mails-sweep.js';
import { WaitingMails } from './reactions/waiting-mails.js';
import { WeekClosing } from './reactions/week-closing.js';

const CONTROLLERS = [
  HealthController,
  ImagesController,
  LeaderboardController,
  LiveController,
  PhotosController,
  PostRankController,
  PostsController,
  ShareCardsController,
];

const QUERY_HANDLERS = [
  FilterByNameHandler,
  FindClosedBoardHandler,
  FindClosedWeeksHandler,
  FindFamousWeeksHandler,
  FindFirstWeekHandler,
  FindLivePostsHandler,
  FindPendingActivityHandler,
  FindPostFiguresHandler,
  FindPostHandler,
  FindPostsHandler,
  FindPostsOfWeekHandler,
  FindRankHandler,
  FindStandingsHandler,
  FindWeekBadgeHandler,
  FindUnpublishedPhotosHandler,
  FindUnpublishedPhotosOfHandler,
  HasNearCopyHandler,
  SearchAuthorsHandler,
];

const SERVICES = [
  AccountDeletion,
  ActivityNotices,
  EngineHealth,
  EngineLifecycle,
  DirectPublishing,
  ErasureScrub,
  GoodbyeMails,
  IssuedRatings,
  KeySweep,
  LiveFeed,
  LiveStreams,
  NearCopies,
  PhotoExpiry,
  PhotoGate,
  PhotoRating,
  Placing,
  Publishing,
  SentMailsSweep,
  ShareCards,
  UploaderPipe,
  WaitingMails,
  WeekClosing,
  WeeklyBoards,
];

/** The composition root: which parts there are, and what stands behind each port. */
@Module({})
export class AppModule {
  static with(config: Config, adapters: Adapters): DynamicModule {
    const ports = [...portsOf(config, adapters), ...engineOf(config, adapters)];
    return {
      module: AppModule,
      global: true,
      imports: [
        CqrsModule.forRoot(),
        ScheduleModule.forRoot(),
        AuthModule,
        AccountModule,
        CommunityModule,
        ...sandboxOf(adapters),
      ],
      controllers: CONTROLLERS,
      providers: [...ports, ...SERVICES, ...QUERY_HANDLERS, ...commandHandlers(aggregates)],
      exports: ports,
    };
  }
}

/**
 * The sandbox's pages show everybody's mail, tokens and all: they are there only while mails stay here, which in
 * production they never do.
 */
function sandboxOf({ mailBox }: Adapters): DynamicModule[] {
  return mailBox ? [{ module: SandboxModule, providers: [{ provide: MailBox, useValue: mailBox }] }] : [];
}

function portsOf(config: Config, adapters: Adapters): Provider[] {
  return [
    { provide: EventLog, useValue: adapters.engines.log },
    { provide: DocumentStore, useValue: adapters.engines.store },
    { provide: KernelStore, useValue: adapters.engines.kernel },
    { provide: Clock, useValue: adapters.clock },
    { provide: Ids, useValue: adapters.ids },
    { provide: ServerSecret, useValue: adapters.secret },
    { provide: SessionStore, useValue: adapters.engines.sessions },
    { provide: LimitStore, useValue: adapters.engines.limits },
    { provide: LimitSwitch, useValue: new LimitSwitch(config.rateLimits === 'on') },
    { provide: ImageStore, useValue: adapters.images },
    { provide: Mailer, useValue: adapters.mailer },
    { provide: SentMails, useValue: adapters.engines.sentMails },
    { provide: PhotoJudge, useValue: adapters.judge },
    { provide: TextModeration, useValue: adapters.moderation },
    { provide: ShareCardPainter, useValue: adapters.cards },
    { provide: Calendar, useValue: new Calendar(config.weekTimeZone) },
    { provide: Site, useValue: new Site(config.publicUrl, config.environment === 'production') },
  ];
}
