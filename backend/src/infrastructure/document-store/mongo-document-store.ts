import type { MongoConnection } from '../mongo/connection.js';
import { isInserted } from '../mongo/errors.js';
import { DocumentStore, type ViewSpec } from '../../kernel/document-store.js';
import { MongoBulkView } from './mongo-bulk-view.js';
import type { Row } from './mongo-row.js';
import { MongoView, dropRows } from './mongo-view.js';

const NAME = /^[a-z][A-Za-z0-9_-]*$/;
const GENERATION = /^[a-z][A-Za-z0-9-]*$/;
const VIEWS = 'view.';

/** The collection that queries of a view read. */
interface Pointer {
  readonly _id: string;
  readonly generation: string;
  readonly previous?: string;
}

/** Views in MongoDB: one collection per generation, and one for the pointers. */
export class MongoDocumentStore extends DocumentStore {
  /** @param mongo stays open when the store is closed @param now the time recorded in tombstones */
  constructor(
    private readonly mongo: MongoConnection,
    private readonly now: () => Date = () => new Date(),
  ) {
    super();
  }

  async open<Document extends object>(spec: ViewSpec): Promise<MongoView<Document>> {
    const { name, generation, indexes, create = false } = spec;
    const open = create ? MongoView.begin<Document> : MongoView.of<Document>;
    const view = await open({
      mongo: this.mongo,
      rows: this.rowsOf(name, generation),
      label: `${name} ${generation}`,
      indexes,
      now: this.now,
      store: this,
    });
    await view.buildIndexes();
    await view.sweep();
    return view;
  }

  async build({ name, generation, indexes }: ViewSpec): Promise<MongoBulkView> {
    await this.drop(name, generation);
    return MongoBulkView.begin({
      mongo: this.mongo,
      rows: this.rowsOf(name, generation),
      label: `${name} ${generation}`,
      indexes,
      now: this.now,
    });
  }

  async generations(name: string): Promise<string[]> {
    const prefix = collectionOf(name, '');
    const names = await this.mongo.collectionNames();
    return names.filter((known) => known.startsWith(prefix)).map((known) => known.slice(prefix.length));
  }

  async drop(name: string, generation: string): Promise<void> {
    await dropRows(this.mongo, this.rowsOf(name, generation));
  }

  async setAside(name: string, generation: string): Promise<void> {
    // A damaged collection is not kept: it shows nothing about the cause, and the log has all data.
    await this.drop(name, generation);
  }

  async keepOnly(names: readonly string[]): Promise<void> {
    const pointers = this.pointers();
    const all = await this.mongo.call(() => pointers.find({}, this.limit()).toArray());
    const kept = all.filter(({ _id }) => names.includes(_id));
    const collections = new Set(kept.map(({ _id, generation }) => collectionOf(_id, generation)));
    // Remove the pointer first: after a crash in between, no pointer leads to a missing collection.
    await this.mongo.call(() => pointers.deleteMany({ _id: { $nin: [...names] } }, this.limit()));
    await this.mongo.call(() => pointers.updateMany({}, { $unset: { previous: '' } }, this.limit()));
    for (const collection of await this.mongo.collectionNames()) {
      if (!collection.startsWith(VIEWS) || collections.has(collection)) continue;
      await dropRows(this.mongo, this.mongo.collection<Row>(collection));
    }
  }

  async current(name: string): Promise<string | null> {
    const pointers = this.pointers();
    const _id = checked(name, NAME);
    const pointer = await this.mongo.call(() => pointers.findOne({ _id }, this.limit()));
    return pointer?.generation ?? null;
  }

  async previous(name: string): Promise<string | null> {
    const _id = checked(name, NAME);
    const pointer = await this.mongo.call(() => this.pointers().findOne({ _id }, this.limit()));
    return pointer?.previous ?? null;
  }

  async flip(name: string, from: string | null, to: string): Promise<boolean> {
    checked(to, GENERATION);
    if (!(await this.generations(name)).includes(to)) throw new Error(`${name} has no generation ${to}`);
    const pointers = this.pointers();
    return this.mongo.call(async () => {
      if (from === null) return isInserted(pointers.insertOne({ _id: name, generation: to }, this.limit()));
      const flipped = await pointers.updateOne(
        { _id: name, generation: from },
        { $set: { generation: to, previous: from } },
        this.limit(),
      );
      return flipped.matchedCount === 1;
    });
  }

  serverTime(): Promise<Date> {
    return this.mongo.serverTime();
  }

  async close(): Promise<void> {
    // The connection belongs to all.
  }

  private rowsOf(name: string, generation: string) {
    return this.mongo.collection<Row>(collectionOf(name, checked(generation, GENERATION)));
  }

  private pointers() {
    return this.mongo.collection<Pointer>('pointers');
  }

  private limit() {
    return { maxTimeMS: this.mongo.timeout };
  }
}

/** Names and generations contain no dots. */
function collectionOf(name: string, generation: string): string {
  return `${VIEWS}${checked(name, NAME)}.${generation}`;
}

/** The same names as in every store. */
function checked(name: string, pattern: RegExp): string {
  if (!pattern.test(name)) throw new RangeError(`invalid name of a view or generation: ${name}`);
  return name;
}
