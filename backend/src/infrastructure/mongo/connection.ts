import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { isUnavailable } from './errors.js';

/** Time limits of calls in milliseconds, and a hook for monitoring. */
export interface MongoSettings {
  /** One read or small write. */
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
}

const DATABASE = 'footnote';
const DATABASE_OF_URL = /^mongodb(?:\+srv)?:\/\/[^/?]+\/(?<name>[^?]+)/;
const CONNECT_TIMEOUT = 2000;
const HEARTBEAT = 5000;

/** The connection pool that documents, keys and sessions share. Every call has a time limit. */
export class MongoConnection {
  readonly timeout: number;
  readonly batchTimeout: number;
  readonly buildTimeout: number;
  readonly expires: boolean;
  private readonly client: MongoClient;
  private readonly database: Db;

  /**
   * Connects at the first call. The URL may name the database; the default is `footnote`.
   * @param url with credentials and TLS, for example `mongodb://user:password@host:27017/footnote?tls=true`
   * @throws RangeError for an invalid URL; the message does not contain it
   */
  constructor(url: string, settings: MongoSettings = {}) {
    this.timeout = settings.timeout ?? 2000;
    this.batchTimeout = settings.batchTimeout ?? 30_000;
    this.buildTimeout = settings.buildTimeout ?? 3_600_000;
    this.expires = settings.expires ?? true;
    this.client = this.clientOf(url, settings.onCommand !== undefined);
    this.database = this.client.db(DATABASE_OF_URL.exec(url)?.groups?.['name'] ?? DATABASE);
    const { onCommand } = settings;
    if (onCommand) this.client.on('commandStarted', ({ commandName }) => onCommand(commandName));
  }

  /** A collection; the first write creates it. */
  collection<Row extends Document>(name: string): Collection<Row> {
    return this.database.collection<Row>(name);
  }

  /** The names of all collections. @throws DocumentStoreUnavailableError */
  async collectionNames(): Promise<string[]> {
    const collections = await this.call(() =>
      this.database.listCollections({}, { nameOnly: true, maxTimeMS: this.timeout }).toArray(),
    );
    return collections.map(({ name }) => name);
  }

  /**
   * Runs driver calls. The server may still complete a call that timed out.
   * @param milliseconds time limit for all calls together
   * @throws DocumentStoreUnavailableError when the time is over or the server is unavailable; other driver errors as they are
   */
  async call<Result>(work: () => Promise<Result>, milliseconds = this.timeout): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const message = `MongoDB did not answer within ${milliseconds} ms`;
      timer = setTimeout(() => reject(new DocumentStoreUnavailableError(message)), milliseconds);
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      throw new DocumentStoreUnavailableError(`MongoDB can't serve: ${(error as Error).message}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
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

  /** Drops the whole database. For tests only. */
  async dropDatabase(): Promise<void> {
    await this.call(() => this.database.dropDatabase(), this.batchTimeout);
  }

  /** Closes the connection; later calls fail. Closing twice is allowed. */
  async close(): Promise<void> {
    await this.client.close();
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
