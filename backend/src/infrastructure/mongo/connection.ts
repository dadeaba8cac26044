import {
  type Collection,
  type Db,
  type Document,
  MongoClient,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb';
import { DEADLINES } from '../../kernel/deadlines.js';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import type { Deadline, Timer } from '../../kernel/timer.js';
import { SystemTimer } from '../clock/system-clock.js';
import { Breaker, type BreakerTimings, notNow } from '../circuit-breaker/breaker.js';
import { isUnavailable } from './errors.js';

/** Time limits of calls in milliseconds, and hooks for monitoring. */
export interface MongoSettings extends Partial<BreakerTimings> {
  /** One read or small write. Long enough for a slow server: the breaker answers when it is away. */
  readonly timeout?: number;
  /** One batch of a view. */
  readonly batchTimeout?: number;
  /** Building an index, which takes longer the larger the collection is. */
  readonly buildTimeout?: number;
  /**
   * Whether the stores create the indexes by which the server deletes expired sessions and counts, by its own clock; true
   * by default. Off for a program whose clock is another one, such as a test, and for one that only builds views.
   */
  readonly expires?: boolean;
  /** Called with the name of each command when it is sent. */
  readonly onCommand?: (name: string) => void;
  /** Called when the server counts as away, with the reason, and when it serves again, with null. */
  readonly onAway?: (reason: unknown) => void;
}

const DATABASE = 'footnote';
const DATABASE_OF_URL = /^mongodb(?:\+srv)?:\/\/[^/?]+\/(?<name>[^?]+)/;
const TIMEOUT = DEADLINES['MongoDB answer'].ms;
/** Longer than a call: the driver cuts all connections to a server that has not answered its monitor for so long. */
const CONNECT_TIMEOUT = 6000;
const HEARTBEAT = 5000;
const BREAK_AFTER_MS = 1000;
const PROBE_PAUSE_MS = 250;
/** A timer may fire a little early by another clock. */
const TIMER_SLACK_MS = 50;

/**
 * The connection pool that documents, keys and sessions share. Every call has a time limit. While the server is away, a
 * breaker rejects calls at once.
 */
export class MongoConnection {
  readonly timeout: number;
  readonly batchTimeout: number;
  readonly buildTimeout: number;
  readonly expires: boolean;
  private readonly client: MongoClient;
  private readonly database: Db;
  private readonly breaker: Breaker;
  /** Rejects the small calls that wait for an answer. */
  private readonly waiting = new Set<(reason: Error) => void>();
  /** Runs while the driver knows no server that takes writes. */
  private loss: Deadline | null = null;

  /**
   * Connects at the first call. The URL may name the database; the default is `footnote`.
   * @param url with credentials and TLS, for example `mongodb://user:password@host:27017/footnote?tls=true`
   * @throws RangeError for an invalid URL; the message does not contain it
   */
  constructor(
    url: string,
    settings: MongoSettings = {},
    private readonly timer: Timer = new SystemTimer(),
  ) {
    this.timeout = settings.timeout ?? TIMEOUT;
    this.batchTimeout = settings.batchTimeout ?? 30_000;
    this.buildTimeout = settings.buildTimeout ?? 3_600_000;
    this.expires = settings.expires ?? true;
    this.client = this.clientOf(url, settings.onCommand !== undefined);
    this.database = this.client.db(DATABASE_OF_URL.exec(url)?.groups?.['name'] ?? DATABASE);
    const { onCommand, onAway, breakAfterMs = BREAK_AFTER_MS, probePauseMs = PROBE_PAUSE_MS } = settings;
    if (onCommand) this.client.on('commandStarted', ({ commandName }) => onCommand(commandName));
    this.breaker = new Breaker(
      { breakAfterMs, probePauseMs },
      {
        timer,
        probe: () => this.probe(),
        onOpened: (reason) => {
          for (const reject of this.waiting) reject(away(reason));
          onAway?.(reason);
        },
        onClosed: () => onAway?.(null),
      },
    );
    this.noticeLoss(breakAfterMs);
  }

  /** A collection; the first write creates it. */
  collection<Row extends Document>(name: string): Collection<Row> {
    return this.database.collection<Row>(name);
  }

  /** The names of all collections. @throws DocumentStoreUnavailableError */
  async collectionNames(): Promise<string[]> {
    const collections = await this.call(() => this.listCollections());
    return collections.map(({ name }) => name);
  }

  /**
   * Runs driver calls. The server may still complete a call that timed out.
   * @param milliseconds time limit for all calls together
   * @throws DocumentStoreUnavailableError when the time is over or the server is unavailable; other driver errors as they are
   */
  async call<Result>(work: () => Promise<Result>, milliseconds = this.timeout): Promise<Result> {
    const known = this.breaker.away;
    if (known) throw await notNow(away(known.reason));
    const began = this.timer.elapsed();
    const silent = () => this.timer.elapsed() - began;
    let end: (reason: Error) => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      end = reject;
    });
    const expire = () => {
      const error = tooLate(milliseconds);
      end(error);
      this.breaker.failed(error, silent());
    };
    const deadline = this.timer.deadline('MongoDB answer', expire, milliseconds);
    // A long call is not for a request, and may succeed after all.
    if (milliseconds <= this.timeout) this.waiting.add(end);
    try {
      const result = await Promise.race([work(), late]);
      this.breaker.succeeded();
      return result;
    } catch (error) {
      if (!isUnavailable(error)) {
        if (error instanceof MongoServerError) this.breaker.succeeded();
        throw error;
      }
      const failure = unavailable(error);
      this.breaker.failed(failure, error instanceof MongoServerSelectionError ? silent() : 0);
      throw failure;
    } finally {
      deadline.end();
      this.waiting.delete(end);
    }
  }

  /** Checks that the server answers and accepts the login. @throws DocumentStoreUnavailableError with the reason, in one line */
  async ping(): Promise<void> {
    // Unlike a ping, listing collections needs a valid login.
    await this.collectionNames();
  }

  /** The time on the clock of the server. @throws DocumentStoreUnavailableError */
  async serverTime(): Promise<Date> {
    const { localTime } = await this.call(() =>
      this.database.command({ hello: 1 }, { timeoutMS: this.timeout }),
    );
    if (!(localTime instanceof Date))
      throw new DocumentStoreUnavailableError('MongoDB does not tell its time');
    return localTime;
  }

  /**
   * The bytes of a collection with its indexes, as they are stored; null if the server does not tell.
   * @throws DocumentStoreUnavailableError
   */
  async sizeOf(collection: string): Promise<number | null> {
    const ask = () => this.database.command({ collStats: collection }, { timeoutMS: this.timeout });
    const stats = await this.call(ask).catch((error: unknown) => {
      // The login may lack the right, and some servers refuse it for a missing collection.
      if (error instanceof MongoServerError) return {} as Document;
      throw error;
    });
    const sizes = [stats['storageSize'], stats['totalIndexSize']].map(Number);
    return sizes.some(Number.isNaN) ? null : sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Drops the whole database. For tests only. */
  async dropDatabase(): Promise<void> {
    await this.call(() => this.database.dropDatabase(), this.batchTimeout);
  }

  /** Closes the connection; later calls fail. Closing twice is allowed. */
  async close(): Promise<void> {
    this.breaker.shut();
    await this.client.close();
    this.loss?.end();
  }

  private listCollections() {
    return this.database.listCollections({}, { nameOnly: true, maxTimeMS: this.timeout }).toArray();
  }

  private async probe(): Promise<void> {
    let deadline: Deadline | undefined;
    const late = new Promise<never>((_, reject) => {
      const { ms } = DEADLINES['MongoDB probe'];
      deadline = this.timer.deadline('MongoDB probe', () => reject(tooLate(ms)));
    });
    try {
      await Promise.race([this.listCollections(), late]);
    } catch (error) {
      throw error instanceof DocumentStoreUnavailableError ? error : unavailable(error);
    } finally {
      deadline?.end();
    }
  }

  /**
   * Tells the breaker when the driver has known no server for a while that takes writes. It notices the loss of a connection
   * at once, and a call would wait for its whole time limit.
   */
  private noticeLoss(breakAfterMs: number): void {
    if (!Number.isFinite(breakAfterMs)) return;
    const takesWrites = ({ servers }: TopologyDescription) =>
      [...servers.values()].some(({ isWritable }) => isWritable);
    this.client.on('topologyDescriptionChanged', ({ previousDescription, newDescription }) => {
      if (takesWrites(newDescription)) {
        this.loss?.end();
        this.loss = null;
      } else if (takesWrites(previousDescription)) {
        const failure = unavailable(newDescription.error ?? new Error('no server takes writes'));
        const wait = breakAfterMs + TIMER_SLACK_MS;
        this.loss = this.timer.deadline('MongoDB lost', () => this.breaker.failed(failure, wait), wait);
      }
    });
  }

  private clientOf(url: string, monitorCommands: boolean): MongoClient {
    try {
      return new MongoClient(url, {
        appName: 'footnote',
        // As in JSON, fields with the value undefined are left out.
        ignoreUndefined: true,
        readPreference: 'primary',
        readConcern: { level: 'majority' },
        writeConcern: { w: 'majority', journal: true, wtimeoutMS: this.batchTimeout },
        connectTimeoutMS: CONNECT_TIMEOUT,
        serverSelectionTimeoutMS: this.timeout,
        waitQueueTimeoutMS: this.timeout,
        heartbeatFrequencyMS: HEARTBEAT,
        monitorCommands,
      });
    } catch {
      // The driver's message would reveal the password.
      throw new RangeError(
        'not an address of MongoDB: it looks like mongodb://user:password@host:27017/footnote',
      );
    }
  }
}

function tooLate(milliseconds: number): DocumentStoreUnavailableError {
  return new DocumentStoreUnavailableError(`MongoDB did not answer within ${milliseconds} ms`);
}

/** A failure of the driver, in the terms of the kernel. */
function unavailable(error: unknown): DocumentStoreUnavailableError {
  return new DocumentStoreUnavailableError(`MongoDB can't serve: ${(error as Error).message}`, {
    cause: error,
  });
}

/** Why a call is not made, or not waited for any longer: what opened the breaker. */
function away(reason: unknown): DocumentStoreUnavailableError {
  const { message, cause } = reason as Error;
  return new DocumentStoreUnavailableError(message, { cause });
}
