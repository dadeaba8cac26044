import type { MongoConnection } from '../mongo/connection.js';
import { isInserted, isNoSuchCollection } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import { DocumentStore, type ViewSpec } from '../../kernel/document-store.js';
import { MongoBulkView } from './mongo-bulk-view.js';
import type { Row } from './mongo-row.js';
import { MongoView } from './mongo-view.js';
import { GENERATION, NAME, checked } from './names.js';

const VIEWS = 'view.';

/** The collection that queries of a view read. */
interface Pointer {
  readonly _id: string;
  readonly generation: string;
  readonly previous?: string;
}

/** Views in MongoDB: one collection per generation, and one for the pointers. */
export class MongoDocumentStore extends DocumentStore {
  private readonly pointers: LimitedCollection<Pointer>;

  /** @param mongo stays open when the store is closed @param now the time recorded in tombstones */
  constructor(
    private readonly mongo: MongoConnection,
    private readonly now: () => Date = () => new Date(),
  ) {
    super();
    this.pointers = new LimitedCollection(mongo, 'pointers');
  }

  async open<Document extends object>(spec: ViewSpec): Promise<MongoView<Document>> {
    const open = spec.create ? MongoView.begin<Document> : MongoView.of<Document>;
    const view = await open({ ...this.partsOf(spec), store: this });
    if (spec.isRead) return view;
    await view.buildIndexes();
    await view.sweep();
    return view;
  }

  async build(spec: ViewSpec): Promise<MongoBulkView> {
    await this.drop(spec.name, spec.generation);
    return MongoBulkView.begin(this.partsOf(spec));
  }

  async generations(name: string): Promise<string[]> {
    const prefix = `${VIEWS}${checked(name, NAME)}.`;
    const names = await this.mongo.collectionNames();
    return names.filter((known) => known.startsWith(prefix)).map((known) => known.slice(prefix.length));
  }

  sizeOf(name: string, generation: string): Promise<number | null> {
    return this.mongo.sizeOf(collectionOf(name, generation));
  }

  async drop(name: string, generation: string): Promise<void> {
    await this.dropCollection(collectionOf(name, generation));
  }

  async setAside(name: string, generation: string): Promise<void> {
    // A damaged collection is not kept: it shows nothing about the cause, and the log has all data.
    await this.drop(name, generation);
  }

  async keepOnly(names: readonly string[]): Promise<void> {
    const pointers = await this.pointers.find({});
    const kept = pointers.filter(({ _id }) => names.includes(_id));
    const collections = new Set(kept.map(({ _id, generation }) => collectionOf(_id, generation)));
    // Remove the pointer first: after a crash in between, no pointer leads to a missing collection.
    await this.pointers.deleteMany({ _id: { $nin: [...names] } });
    await this.pointers.call((rows, limit) => rows.updateMany({}, { $unset: { previous: '' } }, limit));
    for (const collection of await this.mongo.collectionNames()) {
      if (!collection.startsWith(VIEWS) || collections.has(collection)) continue;
      await this.dropCollection(collection);
    }
  }

  async current(name: string): Promise<string | null> {
    const pointer = await this.pointers.findOne({ _id: checked(name, NAME) });
    return pointer?.generation ?? null;
  }

  async previous(name: string): Promise<string | null> {
    const pointer = await this.pointers.findOne({ _id: checked(name, NAME) });
    return pointer?.previous ?? null;
  }

  async flip(name: string, from: string | null, to: string): Promise<boolean> {
    checked(to, GENERATION);
    if (!(await this.generations(name)).includes(to)) throw new Error(`${name} has no generation ${to}`);
    if (from === null) return isInserted(this.pointers.insertOne({ _id: name, generation: to }));
    const flipped = await this.pointers.updateOne(
      { _id: name, generation: from },
      { $set: { generation: to, previous: from } },
    );
    return flipped.matchedCount === 1;
  }

  serverTime(): Promise<Date> {
    return this.mongo.serverTime();
  }

  async close(): Promise<void> {
    // The connection belongs to all.
  }

  private partsOf({ name, generation, indexes }: ViewSpec) {
    const rows = new LimitedCollection<Row>(this.mongo, collectionOf(name, generation));
    return { rows, label: `${name} ${generation}`, indexes, now: this.now };
  }

  /** A missing collection is no error. */
  private async dropCollection(name: string): Promise<void> {
    try {
      await new LimitedCollection(this.mongo, name).call((rows) => rows.drop(), 'batchTimeout');
    } catch (error) {
      if (!isNoSuchCollection(error)) throw error;
    }
  }
}

/** Names and generations contain no dots. */
function collectionOf(name: string, generation: string): string {
  return `${VIEWS}${checked(name, NAME)}.${checked(generation, GENERATION)}`;
}
