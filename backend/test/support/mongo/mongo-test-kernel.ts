import { METADATA, allDocuments, readerOf } from '../test-kernel.js';
import path from 'node:path';
import { SystemTimer } from '../../../src/infrastructure/clock/system-clock.js';
import { catalogue } from '../../../src/domain/events.js';
import type { DocumentStore } from '../../../src/kernel/document-store.js';
import { MongoDocumentStore } from '../../../src/infrastructure/document-store/mongo-document-store.js';
import { SqliteDocumentStore } from '../../../src/infrastructure/document-store/sqlite-document-store.js';
import { type ViewStorage, buildViews } from '../../../src/kernel/views/build-views.js';
import { EventCodec } from '../../../src/kernel/log/codec.js';
import { CurrentViews } from '../../../src/kernel/views/current-views.js';
import { MongoKeyRing } from '../../../src/infrastructure/key-ring/mongo-key-ring.js';
import { Projector } from '../../../src/kernel/views/projector.js';
import { SqliteEventLog } from '../../../src/infrastructure/event-log/sqlite-event-log.js';
import type { MongoConnection, MongoSettings } from '../../../src/infrastructure/mongo/connection.js';
import type { Stored } from '../../../src/kernel/document-store.js';
import type { Projection } from '../../../src/projections/view.js';
import { giveKey } from '../keys.js';
import { connectTo } from './mongo-server.js';

const timer = new SystemTimer();

/** A log and keys, and stores for views: any number on MongoDB, and one on SQLite. */
export class MongoTestKernel {
  readonly log: SqliteEventLog;
  readonly codec: EventCodec;
  readonly keys: MongoKeyRing;
  readonly sqlite: SqliteDocumentStore;
  /** The errors that the projectors reported. */
  readonly errors: unknown[] = [];
  private readonly connections: MongoConnection[] = [];

  /** @param url of an unused MongoDB database */
  constructor(
    folder: string,
    private readonly url: string,
  ) {
    this.log = new SqliteEventLog(path.join(folder, 'events.db'));
    this.sqlite = new SqliteDocumentStore(path.join(folder, 'views'));
    this.keys = new MongoKeyRing(this.connect());
    this.codec = new EventCodec(this.keys, catalogue);
  }

  /** A separate connection, over `url` if it is given. */
  connect(settings: MongoSettings = {}, url = this.url): MongoConnection {
    const mongo = connectTo(url, settings);
    this.connections.push(mongo);
    return mongo;
  }

  /** A store on MongoDB with its own connection. */
  store(settings: MongoSettings = {}): MongoDocumentStore {
    return new MongoDocumentStore(this.connect(settings));
  }

  storageOn(store: DocumentStore): ViewStorage {
    return { log: this.log, codec: this.codec, store };
  }

  /** A projector into a store, which builds in this thread. */
  projector(store: DocumentStore, projections: readonly Projection<object>[]) {
    const views = new CurrentViews();
    const storage = this.storageOn(store);
    const logger = { info: () => undefined, error: (error: unknown) => this.errors.push(error) };
    const build = (builds: Parameters<typeof buildViews>[1]) => buildViews(storage, builds, () => undefined);
    const reader = readerOf(storage, timer);
    return { projector: new Projector(storage, reader, projections, views, build, logger, timer), views };
  }

  /** Appends one event to a stream at its current revision; returns its position. */
  async write(stream: string, type: string, data: object): Promise<number> {
    await giveKey(this.keys, type, data);
    const events = await this.codec.encode([{ id: crypto.randomUUID(), type, data, metadata: METADATA }]);
    return (await this.log.append(stream, 'any', events)).position;
  }

  /** A view folded from the whole log into a new SQLite store. */
  async fold(projection: Projection<object>): Promise<Map<string, Stored<object>>> {
    const generation = `v${projection.version}-${crypto.randomUUID()}`;
    await buildViews(this.storageOn(this.sqlite), [{ projection, generation }], () => undefined);
    return allDocuments(this.sqlite, projection, generation);
  }

  async close(): Promise<void> {
    await this.log.close();
    await this.sqlite.close();
    for (const mongo of this.connections) await mongo.close();
  }
}
