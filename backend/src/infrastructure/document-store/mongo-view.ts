import type { Collection } from 'mongodb';
import type { MongoConnection } from '../mongo/connection.js';
import { isDuplicateKey, isNoSuchCollection, isStoppedAtFirst } from '../mongo/errors.js';
import {
  CheckpointConflictError,
  type IndexSpec,
  type ParkedDocument,
  type Stored,
  type View,
  type ViewBatch,
} from '../../kernel/document-store.js';
import { indexOf, matchOf, questionsOf } from './mongo-query.js';
import { NO_ERA, PARKED, PROGRESS, type Row, documentOf, parkedOf, writesOf } from './mongo-row.js';
import { type Filter, type Query, assertFilter, assertQuery } from '../../kernel/query.js';

/** What a view is made of. */
export interface MongoViewParts {
  readonly mongo: MongoConnection;
  readonly rows: Collection<Row>;
  /** Names the view in errors. */
  readonly label: string;
  readonly indexes: readonly IndexSpec[];
  readonly now: () => Date;
}

/** Finds the tombstones that are old enough to go. */
const TOMBSTONES = { name: 'tombstones', key: { 'state.deletedAt': 1 }, sparse: true } as const;

/** No batch is on its way for so long: what a tombstone keeps out has come by then, or never will. */
const TOMBSTONE_LIFE = 24 * 3_600_000;

/** So many batches, and tombstones are looked through. */
const SWEEP_EVERY = 1000;

/** One generation of a view in a collection of its own. */
export class MongoView<Document extends object> implements View<Document> {
  private batches = 0;

  private constructor(
    private readonly parts: MongoViewParts,
    private readonly era: string,
  ) {}

  /** The view in `rows`, which is begun where it was not. @throws DocumentStoreUnavailableError */
  static async begin<Document extends object>(parts: MongoViewParts): Promise<MongoView<Document>> {
    const { mongo, rows } = parts;
    const fresh = { era: crypto.randomUUID(), checkpoint: 0 };
    const era = await mongo.call(async () => {
      // A generation that was dropped, and made again by a batch on its way, begins anew.
      await rows.updateOne({ _id: PROGRESS, era: NO_ERA }, { $set: fresh }, { maxTimeMS: mongo.timeout });
      const known = await rows.findOne({ _id: PROGRESS }, { maxTimeMS: mongo.timeout });
      if (known) return known.era;
      try {
        await rows.insertOne({ _id: PROGRESS, ...fresh }, { maxTimeMS: mongo.timeout });
        return fresh.era;
      } catch (error) {
        // Of two who open it at once, one begins it.
        if (!isDuplicateKey(error)) throw error;
        return (await rows.findOne({ _id: PROGRESS }, { maxTimeMS: mongo.timeout }))?.era;
      }
    });
    if (era === undefined)
      throw new Error(`${parts.label} has no era: its progress was not made by this program`);
    return new MongoView<Document>(parts, era);
  }

  async get(id: string): Promise<Stored<Document> | null> {
    const { mongo, rows } = this.parts;
    const row = await mongo.call(() => rows.findOne({ _id: id }, { maxTimeMS: mongo.timeout }));
    return row && documentOf<Document>(row);
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Stored<Document>>> {
    if (ids.length === 0) return new Map();
    const { mongo, rows } = this.parts;
    // All in the first answer; by id alone, so that nothing but the ids' own index is asked.
    const options = { batchSize: ids.length + 1, maxTimeMS: mongo.batchTimeout };
    const found = await mongo.call(
      () => rows.find({ _id: { $in: [...ids] } }, options).toArray(),
      mongo.batchTimeout,
    );
    const documents = found.map((row) => documentOf<Document>(row)).filter((document) => document !== null);
    return new Map(documents.map((document) => [document._id, document]));
  }

  async find(query: Query): Promise<Stored<Document>[]> {
    assertQuery(query);
    const { mongo, rows } = this.parts;
    return mongo.call(async () => {
      const found: Row[] = [];
      for (const { filter, sort } of questionsOf(query)) {
        const limit = query.limit - found.length;
        const order = sort.map(([path, direction]): [string, 1 | -1] => [path, direction]);
        const options = { sort: order, limit, batchSize: limit, maxTimeMS: mongo.timeout };
        found.push(...(await rows.find(filter, options).toArray()));
        if (found.length >= query.limit) break;
      }
      return found.map((row) => documentOf<Document>(row)).filter((document) => document !== null);
    });
  }

  async count(where: Filter): Promise<number> {
    assertFilter(where);
    const { mongo, rows } = this.parts;
    return mongo.call(() => rows.countDocuments(matchOf(where), { maxTimeMS: mongo.timeout }));
  }

  /** How MongoDB would go about a query, a plan for each question: for tests that prove that an index serves it. */
  async planOf(query: Query): Promise<object[]> {
    assertQuery(query);
    const { mongo, rows } = this.parts;
    return mongo.call(() =>
      Promise.all(
        questionsOf(query).map(({ filter, sort }) =>
          rows
            .find(filter, { sort: sort.map(([path, direction]): [string, 1 | -1] => [path, direction]) })
            .limit(query.limit)
            .explain('queryPlanner'),
        ),
      ),
    );
  }

  async checkpoint(): Promise<number> {
    return (await this.progress())?.checkpoint ?? 0;
  }

  async commit(batch: ViewBatch<Document>): Promise<void> {
    const { mongo, rows, now } = this.parts;
    const id = crypto.randomUUID();
    const writes = writesOf(batch, { era: this.era, id, now: now() });
    const options = { ordered: true, maxTimeMS: mongo.batchTimeout };
    const isDone = await mongo
      .call(() => rows.bulkWrite(writes, options), mongo.batchTimeout)
      // Every write makes or finds its row, but for a checkpoint that another has moved since the fence.
      .then(({ matchedCount, upsertedCount }) => matchedCount + upsertedCount === writes.length)
      .catch((error: unknown) => {
        if (isStoppedAtFirst(error)) return false;
        throw error;
      });
    if (!isDone) await this.assertMovedBy(id, batch.from);
    this.batches += 1;
    if (this.batches % SWEEP_EVERY === 0) await this.sweep();
  }

  async parked(): Promise<ParkedDocument[]> {
    const { mongo, rows } = this.parts;
    const found = await mongo.call(() =>
      rows.find({ _id: PARKED }, { sort: { _id: 1 }, maxTimeMS: mongo.timeout }).toArray(),
    );
    return found.map(parkedOf);
  }

  async buildIndexes(): Promise<void> {
    const { mongo, rows, indexes } = this.parts;
    const wanted = [...indexes.map(indexOf), TOMBSTONES];
    const names = new Set(['_id_', ...wanted.map(({ name }) => name)]);
    await mongo.call(async () => {
      for (const { name } of await rows.indexes()) {
        if (name !== undefined && !names.has(name)) await rows.dropIndex(name);
      }
      await rows.createIndexes(wanted.map((index) => ({ ...index, key: { ...index.key } })));
    }, mongo.buildTimeout);
  }

  /** Removes tombstones that nothing can need any more. What fails is tried again by the next sweep. */
  async sweep(): Promise<void> {
    const { mongo, rows, now } = this.parts;
    const old = { 'state.deletedAt': { $lt: new Date(now().getTime() - TOMBSTONE_LIFE) } };
    const sweeping = async () => {
      const reached = { 'state.position': { $lte: await this.checkpoint() } };
      await mongo.call(() => rows.deleteMany({ ...old, ...reached }), mongo.batchTimeout);
    };
    await sweeping().catch(() => undefined);
  }

  async close(): Promise<void> {
    // The connection belongs to all.
  }

  /** Where the connection breaks, the driver sends a batch once more; the second is stopped by what the first has done. */
  private async assertMovedBy(id: string, from: number): Promise<void> {
    const progress = await this.progress();
    if (progress?.batch !== id || progress.era !== this.era) {
      throw new CheckpointConflictError(this.parts.label, from, progress?.checkpoint ?? 0);
    }
  }

  private async progress(): Promise<Row | null> {
    const { mongo, rows } = this.parts;
    return mongo.call(() => rows.findOne({ _id: PROGRESS }, { maxTimeMS: mongo.timeout }));
  }
}

/** Removes a collection with all that is in it; one that is not there is no error. */
export async function dropRows(mongo: MongoConnection, rows: Collection<Row>): Promise<void> {
  await mongo
    .call(() => rows.drop(), mongo.batchTimeout)
    .catch((error: unknown) => {
      if (!isNoSuchCollection(error)) throw error;
    });
}
