import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Provider } from '@nestjs/common';
import type { Adapters } from './adapters.js';
import { type DomainEvents, catalogue } from '../domain/events.js';
import type { Config } from '../config.js';
import { kernelLogger } from '../process/kernel-logger.js';
import type { RebuildSettings } from './beside-server.js';
import { SCHEDULED_JOBS } from './scheduled-jobs.js';
import { PROGRAM_VERSION, processWatchOf } from './process-watch-of.js';
import { REBUILD_SCRIPT } from './rebuild-script.js';
import { ForkedPastBoards } from './forked-past-boards.js';
import { RandomIds } from '../infrastructure/clock/system-clock.js';
import { Alarms } from '../kernel/alarms.js';
import { Jobs } from '../kernel/jobs.js';
import type { EventLog } from '../kernel/event-log.js';
import { EventCodec } from '../kernel/log/codec.js';
import { LogCheck } from '../kernel/log/log-check.js';
import { LogReader } from '../kernel/log/log-reader.js';
import { ReadsWithTimeout } from '../kernel/log-read-timeout.js';
import { AggregateRepository, Snapshots } from '../kernel/commands/aggregate-repository.js';
import { AggregateCache } from '../kernel/commands/aggregate-cache.js';
import { ALONE, ActiveRole, SERVING } from '../kernel/active-role.js';
import { viewKey } from '../kernel/progress-row.js';
import { CommandRunner } from '../kernel/commands/command-runner.js';
import { HiddenStreams, type Hiding, eitherOf } from '../kernel/log/hidden-streams.js';
import { LogIdentity } from '../kernel/log/log-identity.js';
import { Recovery } from '../kernel/log/recovery.js';
import { DataFolderLease } from '../kernel/leases/data-folder-lease.js';
import { LeaseHeartbeat } from '../kernel/leases/lease-heartbeat.js';
import { ActiveServices } from '../kernel/active-requests.js';
import { SharedServices } from '../kernel/leases/shared-services.js';
import { ProcessWatch } from '../kernel/leases/process-watch.js';
import { RestoredLogWatch } from '../kernel/log/restored-log-watch.js';
import { Processes } from '../kernel/processes.js';
import { SharedLeases, WORK } from '../kernel/leases/shared-leases.js';
import { refuseToStart } from '../process/refuse-to-start.js';
import { KernelResources, LogOwner } from '../kernel/lifecycle.js';
import { StartSteps } from '../kernel/start-steps.js';
import { ViewScrubber } from '../kernel/views/view-scrubber.js';
import { Folds } from '../kernel/folds.js';
import { History, UnmaskedHistory } from '../kernel/history.js';
import { MemoryFolds } from '../kernel/views/memory-folds.js';
import { CurrentPublicViews, CurrentViews } from '../kernel/views/current-views.js';
import { LoggedHistory } from '../kernel/log/logged-history.js';
import { type Builder, Projector } from '../kernel/views/projector.js';
import { ReactionProgress } from '../kernel/reaction.js';
import { StoredProgress } from '../kernel/reactions/stored-progress.js';
import { Reactor } from '../kernel/reactions/reactor.js';
import { rebuildProcess } from '../kernel/views/rebuild-process.js';
import { Scrubber } from '../kernel/scrubber.js';
import { States } from '../kernel/states.js';
import { ViewProgress } from '../kernel/view-progress.js';
import { isOutage, mayPass } from '../infrastructure/circuit-breaker/outage.js';
import { DailyNetworkHashes } from '../infrastructure/key-ring/daily-network-hashes.js';
import { NetworkHashes } from '../infrastructure/key-ring/network-hashes.port.js';
import { ErasureList } from '../infrastructure/erasures/erasure-list.port.js';
import { KernelLateMails } from '../infrastructure/mail/kernel-late-mails.js';
import { LateMails } from '../infrastructure/mail/late-mails.port.js';
import { Outbox } from '../infrastructure/mail/outbox.port.js';
import { PointInTimeViews } from '../kernel/point-in-time-views.js';
import { type Projection, PublicViews, Views } from '../kernel/projection.js';
import { ReadRecords } from '../kernel/views/read-records.js';
import { RecordedReads } from '../kernel/recorded-reads.js';
import { Quarantine } from '../kernel/log/quarantine.js';
import { KeyAudit } from '../kernel/log/key-audit.js';
import { KeyRing } from '../kernel/key-ring.js';
import { KeyErasures } from '../kernel/key-erasures.js';
import { ErasedPeople } from '../kernel/log/erased-people.js';
import { type Erasures, type Holds, LoggedKeyErasures } from '../kernel/log/logged-key-erasures.js';
import { QuarantineRetry } from '../kernel/log/quarantine-retry.js';
import { PastBoards } from '../projections/past-board.js';
import { projections } from '../projections/projections.js';
import { cacheSharesOf } from '../settings/cache-shares.js';
import { ProposedActs } from '../reactions/decisions/proposed-acts.js';
import { SuspendedPosts } from '../reactions/decisions/suspended-posts.js';
import { Contributions } from '../reactions/erasure/contributions.js';
import { Goodbyes } from '../reactions/erasure/goodbyes.js';
import { MailSender } from '../reactions/mails/mail-sender.js';
import { ToldActivity } from '../reactions/mails/told-activity.js';
import { Recipients } from '../reactions/mails/recipients.js';
import type { Reaction } from '../reactions/reaction.js';
import { reactions } from '../reactions/reactions.js';
import { TimedCommands } from '../reactions/timers/timed-commands.js';
import { InvitationTokens } from '../site/invitation-tokens.js';
import { ResetTokens, UnsubscribeTokens, VerificationTokens } from '../site/mailed-tokens.js';
import { StartWithRetries } from '../process/startup.js';

/** How the log says that a person was erased. */
export const ERASURES: Erasures = {
  AccountDeleted: ({ data }) => (data as DomainEvents['AccountDeleted']).accountId,
  AdminErased: ({ data }) => (data as DomainEvents['AdminErased']).adminId,
};

/** How the log says that the keys of people have to wait when they are erased. */
export const HOLDS: Holds = {
  PostEscalated: ({ data }) => holdOf(data as DomainEvents['PostEscalated'], true),
  LegalHoldLifted: ({ data }) => holdOf(data as DomainEvents['LegalHoldLifted'], false),
};

function holdOf({ actId, ownerId }: { actId: string; ownerId: string }, begins: boolean) {
  return { holdId: actId, person: ownerId, begins };
}

/** How the log says that a post or a comment is not public any more, or again. */
const HIDING = {
  hides: new Set<keyof DomainEvents>([
    'PostHidden',
    'PostRemoved',
    'PostEscalated',
    'PostCheckBegan',
    'PostDeleted',
    'CommentHidden',
    'CommentDeleted',
  ]),
  shows: new Set<keyof DomainEvents>([
    'PostShown',
    'PostApproved',
    'PostActUndone',
    'PostCheckEnded',
    'CommentActUndone',
  ]),
} satisfies Hiding;

/** How long, in milliseconds, what was read may stay in memory where another process may change it. */
const KEPT_MS = 250;
const RETRY_MS = 500;

/** The kernel's machinery, bound to the adapters and to what this program decides, shows and does. */
export function kernelOf(
  config: Config,
  { storage, patience, clock, ids, timer, outbox, erasures, paymentSandbox, securityLog, images }: Adapters,
): Provider[] {
  const { quarantine } = storage;
  const erased = new ErasedPeople(ERASURES, storage);
  storage.codec.isErased = erased.has;
  const sharing = config.role === 'all' ? null : storage.sharing;
  const current = new CurrentViews(
    new ReadRecords(sharing && { ms: KEPT_MS, timer }),
    erased,
    Math.floor(cacheSharesOf(config).documents / projections.filter((view) => view.isRemembered).length),
  );
  const late = new KernelLateMails(storage.kernel);
  const reads = new ReadsWithTimeout(storage.log, timer);
  const history = new LoggedHistory(reads, storage.codec);
  const snapshots = new Snapshots(storage.kernel, storage.keys, () => storage.store.log, erased.has);
  const logger = kernelLogger('Kernel');
  const { dataDir, eventstoreUrl, mongodbUrl, rebuildPriority } = config;
  const settings: RebuildSettings = { dataDir, eventstoreUrl, mongodbUrl, rebuildPriority };
  const buildElsewhere = rebuildProcess(REBUILD_SCRIPT, settings);
  const build: Builder = async (...order) => {
    // What it could not decode is in quarantine, also where it has failed after that.
    await buildElsewhere(...order).finally(() => quarantine.refresh());
  };
  const { returns } = storage;
  const onError = (error: unknown) => logger.error(error, 'the log could not be read on');
  const reader = new LogReader(storage.log, storage.codec, onError, returns, (events) => {
    erased.see(events);
    known.see(events);
    restored?.see(events);
    hidden?.see(events);
  });
  const leases =
    config.role === 'worker' && sharing
      ? new SharedLeases(sharing.leases, randomUUID(), projections.map(viewKey), refuseToStart, logger, timer)
      : null;
  const role = sharing ? (leases ?? SERVING) : ALONE;
  quarantine.mayStore = () => role.isAlone || leases?.hasAny === true;
  if (sharing && leases) {
    sharing.kernel.fence = () => leases.fenceOf(WORK);
    sharing.isActive = () => leases.isActive;
  }
  const shared = sharing && {
    row: sharing.row,
    fenceOf: (projection: Projection<object>) => leases?.fenceOf(viewKey(projection)) ?? null,
    isRead: async (name: string, version: number) =>
      processes.known().some((one) => one.id !== processes.id && one.isLive && one.views[name] === version),
  };
  const projector = new Projector(storage, reader, projections, current, build, logger, timer, shared);
  const { observed } = projector;
  const hidden = sharing && new HiddenStreams(HIDING, () => projector.views.shownUpTo);
  // Its id is random where the demo's ids are not: of two logs of one seed, each is another.
  const program = { version: PROGRAM_VERSION, isForced: config.isForced };
  const identity = new LogIdentity({ ...storage, clock, ids: new RandomIds() }, program);
  const isShared = eventstoreUrl !== null && mongodbUrl === null;
  const place = isShared ? `${path.resolve(dataDir)} on ${hostname()}` : null;
  // At once: whatever is still written here would be written beside the other process.
  const lease = new LeaseHeartbeat(
    sharing ? null : (storage.lease ?? (isShared ? new DataFolderLease(identity) : null)),
    logger,
    (error) => refuseToStart(error),
    timer,
  );
  const known = new AggregateCache({
    isAlone: sharing === null,
    lease,
    reader,
    quarantine,
    mayShow: () => observed?.confirms(reader.position) ?? false,
  });
  const processes = processWatchOf(config, storage, timer, () => role.isActive);
  const restored = sharing && new RestoredLogWatch(storage.log, timer, refuseToStart);
  const states = new (class extends AggregateRepository {
    // The reader keeps decoded events for a while, with the same personal data.
    override forgetAll(): void {
      super.forgetAll();
      reader.forget();
    }
  })(reads, storage.codec, known, snapshots, () => reader.error !== null);
  erased.onErased = () => {
    states.forgetAll();
    for (const { name, ofLiving } of projections) if (ofLiving) current.records.of(name).clear();
  };
  quarantine.onChange = () => current.records.clear();
  if (sharing && observed) {
    const { keys } = storage;
    const destroy = keys.destroy.bind(keys);
    keys.destroy = async (...people) => {
      await destroy(...people);
      projector.count('erasures');
    };
    quarantine.onWritten = () => projector.count('quarantine');
    observed.onCount = async (counter) => {
      if (counter === 'quarantine') return quarantine.refresh();
      states.forgetAll();
      current.records.clear();
      // The reader of the log may not have delivered yet who was erased.
      await erased.find();
    };
    erased.isBehind = () => observed.isBehindErasures;
  }
  // The reader of the log may be late, and an answer to the command that erases a person is not.
  const append: EventLog['append'] = async (stream, expected, events) => {
    const written = await storage.log.append(stream, expected, events);
    erased.see(events);
    return written;
  };
  const runner = new CommandRunner({ append }, storage.codec, states, clock, ids, projector.views, timer);
  return [
    { provide: LeaseHeartbeat, useValue: lease },
    { provide: ActiveRole, useValue: role },
    { provide: ProcessWatch, useValue: processes },
    { provide: Processes, useValue: processes },
    {
      provide: ActiveServices,
      useValue: sharing
        ? new SharedServices({ requests: sharing.requests, role, processes, ids, logger, timer })
        : new ActiveServices(),
    },
    { provide: StartSteps, useValue: new StartWithRetries(patience, mayPass) },
    { provide: LogIdentity, useValue: identity },
    { provide: Recovery, useValue: new Recovery(storage, identity) },
    { provide: Alarms, useValue: new Alarms(clock, kernelLogger('Alarms')) },
    { provide: Jobs, useValue: new Jobs(SCHEDULED_JOBS, clock) },
    { provide: LogOwner, useValue: new LogOwner(place) },
    { provide: LogReader, useValue: reader },
    { provide: ReadsWithTimeout, useValue: reads },
    { provide: Views, useValue: current },
    { provide: RecordedReads, useValue: current.records },
    {
      provide: PublicViews,
      useValue: new CurrentPublicViews(current, hidden ? eitherOf(quarantine, hidden) : quarantine),
    },
    { provide: Quarantine, useValue: quarantine },
    { provide: KeyAudit, useValue: new KeyAudit(storage, logger) },
    { provide: LogCheck, useValue: new LogCheck(storage.log, logger, timer) },
    { provide: KeyErasures, useValue: new LoggedKeyErasures(storage, ERASURES, HOLDS, logger) },
    { provide: ErasedPeople, useValue: erased },
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
    {
      provide: UnmaskedHistory,
      useValue: new LoggedHistory(reads, new EventCodec(storage.keys, catalogue)),
    },
    { provide: Folds, useValue: new MemoryFolds() },
    { provide: PastBoards, useValue: new ForkedPastBoards(settings, quarantine) },
    { provide: PointInTimeViews, useValue: projector.past },
    { provide: States, useValue: states },
    { provide: Projector, useValue: projector },
    { provide: ViewProgress, useValue: projector.views },
    { provide: Scrubber, useValue: new ViewScrubber(projector, [storage.sessions, snapshots]) },
    { provide: CommandRunner, useValue: runner },
    {
      provide: Reactor,
      useFactory: (...all: Reaction[]) =>
        new Reactor(
          {
            ...storage,
            reader,
            clock,
            ids,
            logger,
            isOutage,
            timer: returns,
            role,
            ...(sharing && { onHalted: refuseToStart }),
          },
          all,
        ),
      inject: [...reactions],
    },
    {
      provide: ReactionProgress,
      useFactory: (reactor: Reactor) =>
        sharing ? new StoredProgress(reactor, role, storage.kernel, timer) : reactor,
      inject: [Reactor],
    },
    ...reactions,
    Contributions,
    Goodbyes,
    ProposedActs,
    SuspendedPosts,
    MailSender,
    ToldActivity,
    Recipients,
    TimedCommands,
    InvitationTokens,
    ResetTokens,
    UnsubscribeTokens,
    VerificationTokens,
    { provide: KeyRing, useValue: storage.keys },
    { provide: Outbox, useValue: outbox },
    { provide: ErasureList, useValue: erasures },
    { provide: LateMails, useValue: late },
    {
      provide: KernelResources,
      useValue: {
        mend: async (error) => {
          if (!mayPass(error)) refuseToStart(error);
          logger.error(error, 'what this process has leases for could not be taken over; retrying');
          await timer.pause(RETRY_MS);
        },
        close: async () => {
          await reader.close();
          restored?.stop();
          await paymentSandbox?.close();
          await securityLog.close();
          await images.close();
          await storage.close();
        },
      } satisfies KernelResources,
    },
  ];
}
