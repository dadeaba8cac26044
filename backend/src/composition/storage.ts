import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { kernelLogger } from '../process/kernel-logger.js';
import { SystemClock, SystemTimer } from '../infrastructure/clock/system-clock.js';
import type { Clock } from '../kernel/clock.js';
import { Quarantine } from '../kernel/log/quarantine.js';
import { ConfigError } from '../config.js';
import { catalogue } from '../domain/events.js';
import type { DocumentStore } from '../kernel/document-store.js';
import { SqliteDocumentStore } from '../infrastructure/document-store/sqlite-document-store.js';
import type { ViewStorage } from '../kernel/views/build-views.js';
import { EventCodec } from '../kernel/log/codec.js';
import type { KeyRing } from '../kernel/key-ring.js';
import { SqliteKernelStore } from '../infrastructure/kernel-store/sqlite-kernel-store.js';
import { openNeeded, openReplaceable } from '../infrastructure/sqlite/store-files.js';
import { noteBackup } from '../kernel/last-backup.js';
import type { KernelStore } from '../kernel/kernel-store.js';
import { SqliteKeyRing } from '../infrastructure/key-ring/sqlite-key-ring.js';
import type { EventLog } from '../kernel/event-log.js';
import type { EventStoreTimings } from '../infrastructure/event-log/eventstore/eventstore-timings.js';
import { SqliteEventLog } from '../infrastructure/event-log/sqlite-event-log.js';
import type { IdempotencyStore } from '../infrastructure/idempotency/idempotency-store.port.js';
import { SqliteIdempotencyStore } from '../infrastructure/idempotency/sqlite-idempotency-store.js';
import type { LimitStore } from '../infrastructure/limits/limit-store.port.js';
import { SqliteLimitStore } from '../infrastructure/limits/sqlite-limit-store.js';
import type { SentMails } from '../infrastructure/mail/sent-mails.port.js';
import { SqliteSentMails } from '../infrastructure/mail/sqlite-sent-mails.js';
import type { ActiveRequests } from '../kernel/active-requests.js';
import type { ExpiringLease, LeaseTable } from '../kernel/lease.js';
import type { ProcessRows } from '../kernel/processes.js';
import type { ProgressRow } from '../kernel/progress-row.js';
import { Returns, type Timer } from '../kernel/timer.js';
import { RESTORING, holderOf } from './data-folder.js';
import type { MongoSettings } from '../infrastructure/mongo/connection.js';
import type { ServerSecret } from '../infrastructure/sessions/server-secret.js';
import type { SessionStore } from '../infrastructure/sessions/session-store.port.js';
import type { SharedStores } from './shared-stores.js';
import { SyncThread } from '../infrastructure/sqlite/sync-thread.js';
import { SqliteSessionStore } from '../infrastructure/sessions/sqlite-session-store.js';
import { mayPass } from '../infrastructure/circuit-breaker/outage.js';
import { type Patience, StartWithRetries, reach } from '../process/startup.js';

/** The settings that choose the storage: a server where there is an address, else files in the data folder. */
export interface StorageSettings {
  readonly dataDir: string;
  readonly eventstoreUrl: string | null;
  readonly mongodbUrl: string | null;
}

/** How long calls to servers may take, where it is not to be as the adapters have it. */
export interface CallLimits {
  readonly eventstore?: Partial<EventStoreTimings>;
  readonly mongodb?: MongoSettings;
}

/** What processes of one site tell each other. */
export interface Sharing {
  readonly leases: LeaseTable;
  readonly row: ProgressRow;
  readonly requests: ActiveRequests;
  /** The kernel store, which refuses what an earlier holder of the lease on work writes late. */
  readonly kernel: { fence: () => number | null };
  /** Whether this process is the active one, and may begin what only that one does. */
  isActive: () => boolean;
}

/** Read models and the stores beside them, on one server or in one folder. */
interface Documents {
  /** Keeps other processes from the documents on a server; null in a data folder, whose lock does. */
  readonly lease: ExpiringLease | null;
  /** Those that use these documents; null where only one can. */
  readonly processes: ProcessRows | null;
  /** What several processes share beside the stores; null in a data folder. */
  readonly sharing: Sharing | null;
  readonly store: DocumentStore;
  readonly kernel: KernelStore;
  readonly keys: KeyRing;
  readonly sessions: SessionStore;
  /** The sessions of the back office. */
  readonly adminSessions: SessionStore;
  readonly limits: LimitStore;
  readonly idempotency: IdempotencyStore;
  readonly sentMails: SentMails;
  /** The stores that several processes share; null in a data folder, which one process uses. */
  readonly openShared: ((secret: ServerSecret) => Promise<SharedStores>) | null;
  close(): Promise<void>;
}

/** The log, the read models, and the stores of their own beside them, opened and closed together. */
export interface Storage extends ViewStorage, Documents {
  readonly quarantine: Quarantine;
  /** The timer of what waits for servers: told when one that was away serves again. */
  readonly returns: Returns;
}

/**
 * Opens the storage that the settings ask for, and waits with patience for servers that are not there yet. Worker
 * threads and tools open their own.
 * @throws UnreachableServerError, ConfigError for an address that can't be one
 */
export async function openStorage(
  settings: StorageSettings,
  patience: Patience,
  callLimits: CallLimits = {},
  clock: Clock = new SystemClock(),
  timer: Timer = new SystemTimer(),
): Promise<Storage> {
  const thread = new SyncThread();
  const returns = new Returns(timer);
  const log = await openLog(settings, thread, patience, callLimits, timer, returns);
  try {
    const documents = await openDocuments(settings, thread, patience, callLimits, timer, returns);
    const quarantine = await openQuarantine(documents, clock, patience);
    return {
      ...documents,
      log,
      quarantine,
      returns,
      codec: new EventCodec(documents.keys, catalogue, quarantine),
      close: async () => {
        await log.close();
        await documents.close();
      },
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function openQuarantine(
  { kernel, close }: Documents,
  clock: Clock,
  patience: Patience,
): Promise<Quarantine> {
  try {
    const open = () => Quarantine.open(kernel, clock, kernelLogger('Kernel'));
    return await new StartWithRetries(patience, mayPass).take('reading the quarantine', open);
  } catch (error) {
    await close();
    throw error;
  }
}

async function openLog(
  { dataDir, eventstoreUrl }: StorageSettings,
  thread: SyncThread,
  patience: Patience,
  { eventstore }: CallLimits,
  timer: Timer,
  returns: Returns,
): Promise<EventLog> {
  if (!eventstoreUrl) {
    const file = path.join(dataDir, 'events.db');
    return openNeeded(file, () => new SqliteEventLog(file, thread, timer), 'opening');
  }
  // A start without servers does not load their clients, which takes a third of a second.
  const { EventStoreEventLog } =
    await import('../infrastructure/event-log/eventstore/eventstore-event-log.js');
  const log = fromAddress(
    'EVENTSTORE_URL',
    () => new EventStoreEventLog(eventstoreUrl, eventstore, awayReport('the event log', returns), timer),
  );
  try {
    await reach('The event log', eventstoreUrl, patience, () => log.head());
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function openDocuments(
  { dataDir, mongodbUrl }: StorageSettings,
  thread: SyncThread,
  patience: Patience,
  { mongodb }: CallLimits,
  timer: Timer,
  returns: Returns,
): Promise<Documents> {
  if (!mongodbUrl) return openFiles(dataDir, thread);
  const { connectMongo, openMongoDocuments } = await import('./mongo-storage.js');
  const mongo = fromAddress('MONGODB_URL', () =>
    connectMongo(mongodbUrl, { onAway: awayReport('MongoDB', returns), ...mongodb }, timer),
  );
  try {
    await reach('MongoDB', mongodbUrl, patience, () => mongo.ping());
    return await reach(
      'MongoDB',
      mongodbUrl,
      patience,
      () => openMongoDocuments(mongo, holderOf(dataDir)),
      'building the indexes of sessions, limits, requests and mails',
    );
  } catch (error) {
    await mongo.close();
    throw error;
  }
}

/** Records a backup of a data folder that no server uses. */
export async function noteBackupIn(dataDir: string, takenAt: string): Promise<void> {
  const kernel = new SqliteKernelStore(path.join(dataDir, 'kernel.db'));
  await noteBackup(kernel, takenAt);
  await kernel.close();
}

/** Logs when a server goes away and when it serves again. */
export function awayReport(server: string, returns: Returns): (reason: unknown) => void {
  const logger = kernelLogger('Kernel');
  return (reason) => {
    if (reason === null) {
      logger.info({ server }, 'the server serves again');
      returns.tell();
    } else logger.error(reason, `${server} is away, so requests that need it get 503 until it serves again`);
  };
}

/** What an address leads to; one that is wrong is a wrong setting, and no waiting mends it. */
function fromAddress<Result>(setting: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    throw new ConfigError([`${setting}: ${(error as Error).message}`]);
  }
}

function openFiles(dataDir: string, thread: SyncThread): Documents {
  const logger = kernelLogger('Kernel');
  // A backup has no sessions, limits and answers, so a restore begins with empty ones.
  const isUsed = isWritten(path.join(dataDir, 'kernel.db')) && !existsSync(path.join(dataDir, RESTORING));
  const store = new SqliteDocumentStore(
    path.join(dataDir, 'views'),
    (error, message) => logger.error(error, message),
    thread,
  );
  const needed = <Store>(name: string, open: (file: string) => Store): Store => {
    const file = path.join(dataDir, name);
    return openNeeded(file, () => open(file));
  };
  const replaceable = <Store>(name: string, loss: string, open: (file: string) => Store): Store => {
    const file = path.join(dataDir, name);
    tellIfMissing(name, loss);
    return openReplaceable(
      file,
      () => open(file),
      (aside, reason) =>
        logger.error(reason, `${name} was damaged and put aside as ${aside}. ${loss} The reason`),
    );
  };
  const tellIfMissing = (name: string, loss: string): void => {
    if (isUsed && !isWritten(path.join(dataDir, name))) {
      logger.error(loss, `${name} was missing or empty, and a new one takes its place`);
    }
  };
  tellIfMissing('sent-mails.db', 'A mail that is retried may be sent twice.');
  const stores = {
    store,
    kernel: needed('kernel.db', (file) => new SqliteKernelStore(file, thread)),
    keys: needed('keys.db', (file) => new SqliteKeyRing(file, thread)),
    sessions: replaceable(
      'sessions.db',
      'People have to sign in again.',
      (file) => new SqliteSessionStore(file, thread),
    ),
    adminSessions: replaceable(
      'admin-sessions.db',
      'Admins have to sign in again.',
      (file) => new SqliteSessionStore(file, thread),
    ),
    limits: replaceable(
      'limits.db',
      'All limits count from zero.',
      (file) => new SqliteLimitStore(file, thread),
    ),
    idempotency: replaceable(
      'idempotency.db',
      'Answers to repeated requests are forgotten.',
      (file) => new SqliteIdempotencyStore(file, thread),
    ),
    sentMails: needed('sent-mails.db', (file) => new SqliteSentMails(file, thread)),
  };
  const close = async () => {
    for (const opened of Object.values(stores)) await opened.close();
  };
  return { lease: null, processes: null, sharing: null, ...stores, openShared: null, close };
}

function isWritten(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
