import { hostname } from 'node:os';
import path from 'node:path';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CommandBus, CqrsModule, QueryBus } from '@nestjs/cqrs';
import { ScheduleModule } from '@nestjs/schedule';
import type { Adapters } from './adapters.js';
import { AccountModule } from './api/account/account.module.js';
import { AuthModule } from './api/auth/auth.module.js';
import { UnsubscribeTokens } from './api/auth/unsubscribe-tokens.js';
import { ResetTokens, VerificationTokens } from './api/auth/mailed-tokens.js';
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
import { Placing } from './api/posts/placing.service.js';
import { PostsController } from './api/posts/posts.controller.js';
import { Publishing } from './api/posts/publishing.service.js';
import { SandboxModule } from './api/sandbox/sandbox.module.js';
import { ShareCardsController } from './api/share-cards/share-cards.controller.js';
import { ShareCards } from './api/share-cards/share-cards.service.js';
import type { Config } from './config.js';
import { engineLogger } from './engine-logger.js';
import type { EngineSettings } from './engines.js';
import { DocumentStore } from './kernel/document-store.js';
import { KernelStore } from './kernel/kernel-store.js';
import { aggregates } from './domain/aggregates.js';
import { Clock, Ids } from './kernel/clock.js';
import { RandomIds } from './infrastructure/clock/system-clock.js';
import { commandHandlers } from './kernel/commands/command-handlers.js';
import { LogReader } from './kernel/log/log-reader.js';
import { Snapshots } from './kernel/commands/snapshots.js';
import { Streams } from './kernel/commands/streams.js';
import { CommandRunner } from './kernel/commands/command-runner.js';
import { LogIdentity } from './kernel/log/log-identity.js';
import { Recovery } from './kernel/log/recovery.js';
import { LeaseKeeper } from './kernel/leases/lease-keeper.js';
import { refuseToStart } from './refuse-to-start.js';
import { EngineLifecycle, EngineResources, LogOwner } from './kernel/lifecycle.js';
import { EngineScrubber } from './kernel/views/engine-scrubber.js';
import { History } from './kernel/history.js';
import { LiveViews } from './kernel/views/live-views.js';
import { LoggedHistory } from './kernel/log/logged-history.js';
import { type Builder, Projector } from './kernel/views/projector.js';
import { ShownViews } from './kernel/views/shown-views.js';
import { Reactor } from './kernel/reactions/reactor.js';
import { rebuildProcess } from './kernel/views/rebuild-process.js';
import { Scrubber } from './kernel/scrubber.js';
import { States } from './kernel/states.js';
import { EventLog } from './kernel/event-log.js';
import { ViewProgress } from './kernel/view-progress.js';
import { ImageStore } from './infrastructure/images/image-store.port.js';
import { isOutage } from './infrastructure/outages/outage.js';
import { PhotoJudge } from './infrastructure/judge/photo-judge.port.js';
import { TextModeration } from './infrastructure/judge/text-moderation.port.js';
import { LimitStore } from './infrastructure/limits/limit-store.port.js';
import { MailBox } from './infrastructure/mail/mail-box.port.js';
import { Mailer } from './infrastructure/mail/mailer.port.js';
import { Outbox } from './infrastructure/mail/outbox.port.js';
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
import { PublicViews, Views } from './kernel/projection.js';
import { Quarantine } from './kernel/log/quarantine.js';
import { KeyAudit } from './kernel/log/key-audit.js';
import { QuarantineRetry } from './kernel/log/quarantine-retry.js';
import { projections } from './projections/projections.js';
import { UploadsBlockedUntilHandler } from './projections/refusals/refusals.queries.js';
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
import { Goodbyes } from './reactions/goodbyes.js';
import { PhotoExpiry } from './reactions/photo-expiry.js';
import { everyReaction } from './reactions/reactions.js';
import { SentMailsSweep } from './reactions/sent-mails-sweep.js';
import { WaitingMails } from './reactions/waiting-mails.js';
import { WeekClosing } from './reactions/week-closing.js';
import { registrationsUpgrade } from './upgrades/registrations.js';
import { Upgrades } from './upgrades/upgrades.js';

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
  UploadsBlockedUntilHandler,
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
  LiveFeed,
  LiveStreams,
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

function engineOf(
  config: Config,
  { engines, clock, ids, images, mailer, outbox, secret }: Adapters,
): Provider[] {
  const { quarantine } = engines;
  const live = new LiveViews();
  const history = new LoggedHistory(engines.log, engines.codec);
  const snapshots = new Snapshots(engines.kernel, engines.keys, () => engines.store.log);
  const streams = new Streams(engines.log, engines.codec, snapshots);
  const logger = engineLogger('Engine');
  const { dataDir, eventstoreUrl, mongodbUrl } = config;
  const settings: EngineSettings = { dataDir, eventstoreUrl, mongodbUrl };
  const buildElsewhere = rebuildProcess(new URL('./rebuild.process.js', import.meta.url), settings);
  const build: Builder = async (builds) => {
    // What it could not decode is in quarantine, also where it has failed after that.
    await buildElsewhere(builds).finally(() => quarantine.refresh());
  };
  const reader = new LogReader(engines.log, engines.codec, quarantine, (error) =>
    logger.error(error, 'the log could not be read on'),
  );
  const projector = new Projector(engines, reader, projections, live, build, logger);
  // Its id is random where the demo's ids are not: of two logs of one seed, each is another.
  const identity = new LogIdentity({ ...engines, clock, ids: new RandomIds() });
  const isShared = eventstoreUrl !== null && mongodbUrl === null;
  const place = isShared ? `${path.resolve(dataDir)} on ${hostname()}` : null;
  const runner = new CommandRunner(engines.log, engines.codec, streams, clock, ids, projector);
  return [
    {
      provide: LeaseKeeper,
      // At once: whatever is still written here would be written beside the other process.
      useValue: new LeaseKeeper(engines.lease, logger, (error) => refuseToStart(error)),
    },
    { provide: LogIdentity, useValue: identity },
    { provide: Recovery, useValue: new Recovery(engines, identity) },
    { provide: LogOwner, useValue: new LogOwner(place) },
    { provide: LogReader, useValue: reader },
    { provide: Views, useValue: live },
    { provide: PublicViews, useValue: new ShownViews(live, quarantine) },
    { provide: Quarantine, useValue: quarantine },
    { provide: KeyAudit, useValue: new KeyAudit(engines, logger) },
    {
      provide: QuarantineRetry,
      useFactory: (reactor: Reactor) => {
        const consumers = {
          hearing: (types: readonly string[]) => projector.hearing(types),
          rebuild: (views: readonly string[]) => projector.rebuild(views),
          // Each has parked what it could not get.
          deliver: async () => void (await reactor.retry()),
        };
        return new QuarantineRetry(engines.log, engines.codec, quarantine, consumers, logger);
      },
      inject: [Reactor],
    },
    { provide: History, useValue: history },
    { provide: States, useValue: streams },
    { provide: Projector, useValue: projector },
    { provide: ViewProgress, useValue: projector },
    { provide: Scrubber, useValue: new EngineScrubber(projector, [engines.sessions, snapshots]) },
    { provide: CommandRunner, useValue: runner },
    {
      provide: Upgrades,
      useValue: new Upgrades(engines.kernel, [registrationsUpgrade({ ...engines, runner })], clock, logger),
    },
    {
      provide: Reactor,
      useFactory: (site: Site, goodbyes: Goodbyes, commands: CommandBus, queries: QueryBus) =>
        new Reactor(
          { ...engines, reader, clock, ids, logger, isOutage },
          everyReaction({
            ...engines,
            history,
            commands,
            queries,
            states: streams,
            views: projector,
            mailer,
            outbox,
            goodbyes,
            images,
            site,
            tokens: {
              reset: new ResetTokens(secret),
              verification: new VerificationTokens(secret),
              unsubscribing: new UnsubscribeTokens(secret),
            },
          }),
        ),
      inject: [Site, Goodbyes, CommandBus, QueryBus],
    },
    {
      provide: Goodbyes,
      useFactory: (site: Site) => new Goodbyes(history, outbox, clock, site),
      inject: [Site],
    },
    { provide: Outbox, useValue: outbox },
    {
      provide: EngineResources,
      useValue: {
        close: async () => {
          await reader.close();
          await engines.close();
        },
      },
    },
  ];
}
