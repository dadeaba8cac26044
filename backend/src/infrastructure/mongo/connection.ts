import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { isUnavailable } from './errors.js';

/** How long calls may take, in milliseconds; and who hears of them. */
export interface MongoSettings {
  /** One read or small write. */
  readonly timeout?: number;
  /** One batch of a view. */
  readonly batchTimeout?: number;
  /** What grows with a collection: building its indexes. */
  readonly buildTimeout?: number;
  /** Told the name of each command as it is sent. */
  readonly onCommand?: (name: string) => void;
}

const DATABASE = 'footnote';
const DATABASE_OF_URL = /^mongodb(?:\+srv)?:\/\/[^/?]+\/(?<name>[^?]+)/;
const CONNECT_TIMEOUT = 2000;
const HEARTBEAT = 5000;

/** The one connection that documents, keys and sessions share: a pool of the driver's, with a limit of time on every call. */
export class MongoConnection {
  readonly timeout: number;
  readonly batchTimeout: number;
  readonly buildTimeout: number;
  private readonly client: MongoClient;
  private readonly database: Db;

  /**
   * Connects with the first call. The database is the one that the address names, `footnote` when it names none.
   * @param url with credentials and TLS, such as `mongodb://user:password@host:27017/footnote?tls=true`
   * @throws RangeError for what is no address of MongoDB; the error does not repeat it
   */
  constructor(url: string, settings: MongoSettings = {}) {
    this.timeout = settings.timeout ?? 2000;
    this.batchTimeout = settings.batchTimeout ?? 30_000;
    this.buildTimeout = settings.buildTimeout ?? 3_600_000;
    this.client = this.clientOf(url, settings.onCommand !== undefined);
    this.database = this.client.db(DATABASE_OF_URL.exec(url)?.groups?.['name'] ?? DATABASE);
    const { onCommand } = settings;
    if (onCommand) this.client.on('commandStarted', ({ commandName }) => onCommand(commandName));
  }

  /** A collection; it is made by the first write. */
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
   * Runs calls of the driver. What is not answered in time may still be carried out.
   * @param milliseconds how long they may take, all together
   * @throws DocumentStoreUnavailableError when they take longer or the server can't serve; anything else as the driver throws it
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

  /** Finds out whether the server is there and lets us in. @throws DocumentStoreUnavailableError with the reason, in one line */
  async ping(): Promise<void> {
    // Listing, unlike a ping, is refused to those who are not let in.
    await this.collectionNames();
  }

  /** Removes the whole database. For tests, which have one of their own. */
  async dropDatabase(): Promise<void> {
    await this.call(() => this.database.dropDatabase(), this.batchTimeout);
  }

  /** Ends the connection; every call after it fails. Closing twice is no error. */
  async close(): Promise<void> {
    await this.client.close();
  }

  private clientOf(url: string, monitorCommands: boolean): MongoClient {
    try {
      return new MongoClient(url, {
        appName: 'footnote',
        // A field of undefined is no field, as in JSON.
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
      // The driver's message would give the password away.
      throw new RangeError(
        'not an address of MongoDB: it looks like mongodb://user:password@host:27017/footnote',
      );
    }
  }
}
