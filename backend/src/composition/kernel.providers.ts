import { hostname } from 'node:os';
import path from 'node:path';
import type { Provider } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Adapters } from './adapters.js';
import type { AccountEvents } from '../domain/account/account.events.js';
import { InvitationTokens } from '../api/admin/invitation-tokens.js';
import { EntryPolicy } from '../api/http/admin-entry.js';
import { ResetTokens, UnsubscribeTokens, VerificationTokens } from '../api/auth/mailed-tokens.js';
import { Site } from '../api/http/site.js';
import type { Config } from '../config.js';
import { kernelLogger } from '../process/kernel-logger.js';
import type { RebuildSettings } from './rebuild.process.js';
import { RandomIds } from '../infrastructure/clock/system-clock.js';
import { LogReader } from '../kernel/log/log-reader.js';
import { CachedStates, Snapshots } from '../kernel/commands/cached-states.js';
import { CommandRunner } from '../kernel/commands/command-runner.js';
import { LogIdentity } from '../kernel/log/log-identity.js';
import { Recovery } from '../kernel/log/recovery.js';
import { LeaseKeeper } from '../kernel/leases/lease-keeper.js';
import { refuseToStart } from '../process/refuse-to-start.js';
import { KernelResources, LogOwner, StartSteps } from '../kernel/lifecycle.js';
import { ViewScrubber } from '../kernel/views/view-scrubber.js';
import { History } from '../kernel/history.js';
import { CurrentPublicViews, CurrentViews } from '../kernel/views/current-views.js';
import { LoggedHistory } from '../kernel/log/logged-history.js';
import { type Builder, Projector } from '../kernel/views/projector.js';
import { Reactor } from '../kernel/reactions/reactor.js';
import { rebuildProcess } from '../kernel/views/rebuild-process.js';
import { Scrubber } from '../kernel/scrubber.js';
import { States } from '../kernel/states.js';
import { ViewProgress } from '../kernel/view-progress.js';
import { isOutage } from '../infrastructure/outages/outage.js';
import { DailyNetworkHashes } from '../infrastructure/key-ring/daily-network-hashes.js';
import { NetworkHashes } from '../infrastructure/key-ring/network-hashes.port.js';
import { KernelLateMails } from '../infrastructure/mail/kernel-late-mails.js';
import { LateMails } from '../infrastructure/mail/late-mails.port.js';
import { Outbox } from '../infrastructure/mail/outbox.port.js';
import { PublicViews, Views } from '../kernel/projection.js';
import { Quarantine } from '../kernel/log/quarantine.js';
import { KeyAudit } from '../kernel/log/key-audit.js';
import { KeyErasures } from '../kernel/key-erasures.js';
import { type Erasure, LoggedKeyErasures } from '../kernel/log/logged-key-erasures.js';
import { QuarantineRetry } from '../kernel/log/quarantine-retry.js';
import { ActsReader } from '../projections/acts/acts.reader.js';
import { AccountsReader } from '../projections/accounts/accounts.reader.js';
import { PeopleReader } from '../projections/accounts/people.reader.js';
import { CommentsReader } from '../projections/comments/comments.reader.js';
import { LeaderboardReader } from '../projections/leaderboard/leaderboard.reader.js';
import { RatingsReader } from '../projections/ratings/ratings.reader.js';
import { RankReader } from '../projections/weekly/rank.reader.js';
import { WeeklyReader } from '../projections/weekly/weekly.reader.js';
import { PhotosReader } from '../projections/photos/photos.reader.js';
import { projections } from '../projections/projections.js';
import { Goodbyes } from '../reactions/erasure/goodbyes.js';
import { everyReaction } from '../reactions/reactions.js';
import { PatientStart, patienceOf } from '../process/startup.js';

/** How the log says that a person was erased. */
export const ACCOUNT_ERASURE: Erasure = {
  type: 'AccountDeleted',
  personIn: ({ data }) => (data as AccountEvents['AccountDeleted']).accountId,
};

/** The kernel's machinery, bound to the adapters and to what this program decides, shows and does. */
export function kernelOf(
  config: Config,
  { storage, clock, ids, images, mailer, outbox, payments, paymentSandbox, secret, securityLog }: Adapters,
): Provider[] {
  const { quarantine } = storage;
  const current = new CurrentViews();
  const late = new KernelLateMails(storage.kernel);
  const history = new LoggedHistory(storage.log, storage.codec);
  const snapshots = new Snapshots(storage.kernel, storage.keys, () => storage.store.log);
  const states = new CachedStates(storage.log, storage.codec, snapshots, () => reader.error !== null);
  const logger = kernelLogger('Kernel');
  const { dataDir, eventstoreUrl, mongodbUrl, rebuildPriority } = config;
  const settings: RebuildSettings = { dataDir, eventstoreUrl, mongodbUrl, rebuildPriority };
  const buildElsewhere = rebuildProcess(new URL('./rebuild.process.js', import.meta.url), settings);
  const build: Builder = async (builds) => {
    // What it could not decode is in quarantine, also where it has failed after that.
    await buildElsewhere(builds).finally(() => quarantine.refresh());
  };
  const reader = new LogReader(storage.log, storage.codec, (error) =>
    logger.error(error, 'the log could not be read on'),
  );
  const projector = new Projector(storage, reader, projections, current, build, logger);
  // Its id is random where the demo's ids are not: of two logs of one seed, each is another.
  const identity = new LogIdentity({ ...storage, clock, ids: new RandomIds() });
  const isShared = eventstoreUrl !== null && mongodbUrl === null;
  const place = isShared ? `${path.resolve(dataDir)} on ${hostname()}` : null;
  const runner = new CommandRunner(storage.log, storage.codec, states, clock, ids, projector.views);
  return [
    {
      provide: LeaseKeeper,
      // At once: whatever is still written here would be written beside the other process.
      useValue: new LeaseKeeper(storage.lease, logger, (error) => refuseToStart(error)),
    },
    { provide: StartSteps, useValue: new PatientStart(patienceOf(config), isOutage) },
    { provide: LogIdentity, useValue: identity },
    { provide: Recovery, useValue: new Recovery(storage, identity) },
    { provide: LogOwner, useValue: new LogOwner(place) },
    { provide: LogReader, useValue: reader },
    { provide: Views, useValue: current },
    { provide: PublicViews, useValue: new CurrentPublicViews(current, quarantine) },
    { provide: Quarantine, useValue: quarantine },
    { provide: KeyAudit, useValue: new KeyAudit(storage, logger) },
    { provide: KeyErasures, useValue: new LoggedKeyErasures(storage, ACCOUNT_ERASURE, logger) },
    { provide: NetworkHashes, useValue: new DailyNetworkHashes(storage.keys, clock) },
    {
      provide: QuarantineRetry,
      useFactory: (reactor: Reactor) => {
        const consumers = {
          hearing: (types: readonly string[]) => projector.hearing(types),
          rebuild: (views: readonly string[]) => projector.rebuild(views),
          // Each has parked what it could not get.
          deliver: async () => void (await reactor.retry()),
        };
        return new QuarantineRetry(storage.log, storage.codec, quarantine, consumers, logger);
      },
      inject: [Reactor],
    },
    { provide: History, useValue: history },
    { provide: States, useValue: states },
    { provide: Projector, useValue: projector },
    { provide: ViewProgress, useValue: projector.views },
    { provide: Scrubber, useValue: new ViewScrubber(projector, [storage.sessions, snapshots]) },
    { provide: CommandRunner, useValue: runner },
    {
      provide: Reactor,
      useFactory: (
        site: Site,
        entry: EntryPolicy,
        goodbyes: Goodbyes,
        commands: CommandBus,
        accounts: AccountsReader,
        acts: ActsReader,
        people: PeopleReader,
        posts: LeaderboardReader,
        comments: CommentsReader,
        photos: PhotosReader,
        ranks: RankReader,
        ratings: RatingsReader,
        weeks: WeeklyReader,
      ) =>
        new Reactor(
          { ...storage, reader, clock, ids, logger, isOutage },
          everyReaction({
            ...storage,
            history,
            commands,
            readers: { accounts, acts, people, posts, comments, photos, ratings, weeks },
            states: {
              of: (aggregate, id) => states.of(aggregate, id),
              forgetAll: () => {
                states.forgetAll();
                reader.forget();
              },
            },
            views: projector.views,
            mailer,
            late,
            clock,
            outbox,
            goodbyes,
            images,
            site,
            entry,
            payments,
            ranks,
            tokens: {
              invitation: new InvitationTokens(secret),
              reset: new ResetTokens(secret),
              verification: new VerificationTokens(secret),
              unsubscribing: new UnsubscribeTokens(secret),
            },
          }),
        ),
      inject: [
        Site,
        EntryPolicy,
        Goodbyes,
        CommandBus,
        AccountsReader,
        ActsReader,
        PeopleReader,
        LeaderboardReader,
        CommentsReader,
        PhotosReader,
        RankReader,
        RatingsReader,
        WeeklyReader,
      ],
    },
    {
      provide: Goodbyes,
      useFactory: (site: Site) => new Goodbyes(history, outbox, clock, site),
      inject: [Site],
    },
    { provide: Outbox, useValue: outbox },
    { provide: LateMails, useValue: late },
    {
      provide: KernelResources,
      useValue: {
        close: async () => {
          await reader.close();
          await paymentSandbox?.close();
          await securityLog.close();
          await storage.close();
        },
      },
    },
  ];
}
