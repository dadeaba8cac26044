import { isInserted, isStoppedAtFirst } from '../mongo/errors.js';
import type { LimitedCollection } from '../mongo/limited-collection.js';
import {
  CheckpointConflictError,
  DamagedGenerationError,
  type IndexSpec,
  type KnownDocument,
  MissingGenerationError,
  type ParkedDocument,
  type Stored,
  type View,
  type ViewBatch,
  type ViewOrigin,
} from '../../kernel/document-store.js';
import { indexOf, matchOf, mergedPage, partsOf, projectionOf, questionsOf } from './mongo-query.js';
import { NO_ERA, PARKED, PROGRESS, type Row, documentOf, parkedOf, writesOf } from './mongo-row.js';
import { type Filter, type Query, assertFilter, assertQuery, valueAt } from '../../kernel/query.js';

export interface MongoViewParts {
  readonly rows: LimitedCollection<Row>;
  /** Names the view in errors. */
  readonly label: string;
  readonly indexes: readonly IndexSpec[];
  readonly now: () => Date;
  /** Knows the id of the log that the documents come from; null until it is known. */
  readonly store: { readonly log: string | null };
}

/** Finds old tombstones. */
const TOMBSTONES = { name: 'tombstones', key: { 'state.deletedAt': 1 }, sparse: true } as const;

/** A batch never takes this long: a delayed write that a tombstone blocks has arrived by then, or never will. */
const TOMBSTONE_LIFE = 24 * 3_600_000;

/** Sweep tombstones after this many batches. */
const SWEEP_EVERY = 1000;

/** A generation of a view, in its own collection. */
export class MongoView<Document extends object> implements View<Document> {
  private batches = 0;

  private constructor(
    private readonly parts: MongoViewParts,
    private readonly era: string,
  ) {}

  /** Opens the view in `rows`. @throws MissingGenerationError, DamagedGenerationError */
  static async of<Document extends object>(parts: MongoViewParts): Promise<MongoView<Document>> {
    const { label } = parts;
    const [progress, isEmpty] = await parts.rows.call(async (rows, limit) => {
      const readProgress = () => rows.findOne({ _id: PROGRESS }, limit);
      const known = await readProgress();
      if (known) return [known, false];
      const row = await rows.findOne({}, limit);
      // Another process may create the generation between these reads. It writes its checkpoint first.
      return [row && (await readProgress()), !row];
    });
    if (isEmpty || progress?.era === NO_ERA) throw new MissingGenerationError(label);
    if (!progress) throw new DamagedGenerationError(label, 'it has documents and no checkpoint');
    if (progress.era === undefined) throw new DamagedGenerationError(label, 'its checkpoint has no era');
    return new MongoView<Document>(parts, progress.era);
  }

  /** Opens the view in `rows`, creating it if it does not exist. @throws DamagedGenerationError */
  static async begin<Document extends object>(parts: MongoViewParts): Promise<MongoView<Document>> {
    try {
      return await MongoView.of<Document>(parts);
    } catch (error) {
      if (!(error instanceof MissingGenerationError)) throw error;
    }
    const fresh = { era: crypto.randomUUID(), checkpoint: 0 };
    await parts.rows.call(async (rows, limit) => {
      // A generation that was dropped, and recreated by a late batch, starts from the beginning.
      await rows.updateOne({ _id: PROGRESS, era: NO_ERA }, { $set: fresh }, limit);
      // If two processes open it at once, one of them creates it.
      await isInserted(rows.insertOne({ _id: PROGRESS, ...fresh }, limit));
    });
    return MongoView.of<Document>(parts);
  }

  async get(id: string): Promise<Stored<Document> | null> {
    return (await this.getMany([id])).get(id) ?? null;
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Stored<Document>>> {
    if (ids.length === 0) return new Map();
    const time = ids.length === 1 ? 'timeout' : 'batchTimeout';
    // One batch, queried by id only, so that only the index of ids is used. It includes the progress row, because a
    // dropped collection also finds no documents.
    const options = { batchSize: ids.length + 2 };
    const found = await this.parts.rows.find({ _id: { $in: [PROGRESS, ...ids] } }, options, time);
    this.assertAlive(found.find(({ era }) => era !== undefined));
    const documents = found.map((row) => documentOf<Document>(row)).filter((document) => document !== null);
    return new Map(documents.map((document) => [document._id, document]));
  }

  async find(query: Query, known?: KnownDocument<Document>): Promise<Stored<Document>[]> {
    assertQuery(query);
    const found = await Promise.all(partsOf(query).map((part) => this.rowsOf(part)));
    const documents = found.map((rows) =>
      rows.map((row) => documentOf<Document>(row)).filter((document) => document !== null),
    );
    return mergedPage(documents, query).map(
      (document) => known?.(document._id, document._position) ?? document,
    );
  }

  async pick<Field extends keyof Document & string>(query: Query, fields: readonly Field[]) {
    assertQuery(query);
    const sorted = Object.keys(query.sort ?? {}).filter((field) => field !== '_id');
    const wanted = [...new Set([...fields, ...sorted])];
    const found = await Promise.all(partsOf(query).map((part) => this.rowsOf(part, wanted)));
    const parts = found.map((rows) =>
      rows.map(({ _id, state }) => ({ ...state?.document, _id: String(_id) })),
    );
    return mergedPage(parts, query).map((document) => {
      const values = fields.map((field) => [field, valueAt(document, field)]);
      return { ...(Object.fromEntries(values) as Pick<Document, Field>), _id: document._id };
    });
  }

  private async rowsOf(query: Query, fields?: readonly string[]): Promise<Row[]> {
    let isEmpty = true;
    const found = await this.parts.rows.call(async (rows, { maxTimeMS }) => {
      const all: Row[] = [];
      for (const { filter, sort } of questionsOf(query)) {
        const limit = query.limit - all.length;
        const order = sort.map(([path, direction]): [string, 1 | -1] => [path, direction]);
        const options = {
          sort: order,
          limit,
          batchSize: limit,
          maxTimeMS,
          ...(fields && { projection: projectionOf(fields) }),
        };
        const answer = await rows.find(filter, options).toArray();
        isEmpty = answer.length === 0;
        all.push(...answer);
        if (all.length >= query.limit) break;
      }
      return all;
    });
    if (isEmpty) await this.progress();
    return found;
  }

  async count(where: Filter, most?: number): Promise<number> {
    assertFilter(where);
    const up = most === undefined ? {} : { limit: most };
    const count = await this.parts.rows.call((rows, limit) =>
      rows.countDocuments(matchOf(where), { ...limit, ...up }),
    );
    if (count === 0) await this.progress();
    return count;
  }

  /** MongoDB's query plans: for tests that check which index a query uses. */
  async planOf(query: Query): Promise<object[]> {
    assertQuery(query);
    return this.parts.rows.call((rows) =>
      Promise.all(
        partsOf(query)
          .flatMap(questionsOf)
          .map(({ filter, sort }) =>
            rows
              .find(filter, { sort: sort.map(([path, direction]): [string, 1 | -1] => [path, direction]) })
              .limit(query.limit)
              .explain('queryPlanner'),
          ),
      ),
    );
  }

  async checkpoint(): Promise<number> {
    return (await this.progress()).checkpoint ?? 0;
  }

  async origin(): Promise<ViewOrigin | null> {
    return (await this.progress()).origin ?? null;
  }

  async commit(batch: ViewBatch<Document>): Promise<void> {
    const { rows, now, store } = this.parts;
    const id = crypto.randomUUID();
    const writes = writesOf(batch, { era: this.era, id, now: now(), log: store.log });
    const isDone = await rows
      .bulkWrite(writes, { ordered: true }, 'batchTimeout')
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
    const found = await this.parts.rows.find({ _id: PARKED }, { sort: { _id: 1 } });
    if (found.length === 0) await this.progress();
    return found.map(parkedOf);
  }

  async buildIndexes(): Promise<void> {
    const { indexes } = this.parts;
    const wanted = [...indexes.map(indexOf), TOMBSTONES];
    const names = new Set(['_id_', ...wanted.map(({ name }) => name)]);
    await this.parts.rows.call(async (rows) => {
      for (const { name } of await rows.indexes()) {
        if (name !== undefined && !names.has(name)) await rows.dropIndex(name);
      }
    }, 'buildTimeout');
    await this.parts.rows.createIndexes(...wanted.map((index) => ({ ...index, key: { ...index.key } })));
  }

  /** Removes tombstones that are no longer needed. What fails is left to the next sweep. */
  async sweep(): Promise<void> {
    const { rows, now } = this.parts;
    const old = { 'state.deletedAt': { $lt: new Date(now().getTime() - TOMBSTONE_LIFE) } };
    const sweeping = async () => {
      const reached = { 'state.position': { $lte: await this.checkpoint() } };
      await rows.call((collection) => collection.deleteMany({ ...old, ...reached }), 'batchTimeout');
    };
    await sweeping().catch(() => undefined);
  }

  async close(): Promise<void> {
    // The connection belongs to all.
  }

  /** After a broken connection the driver sends a batch again; the fence stops the second one. */
  private async assertMovedBy(id: string, from: number): Promise<void> {
    const progress = await this.progress();
    if (progress.batch === id) return;
    throw new CheckpointConflictError(this.parts.label, from, progress.checkpoint ?? 0);
  }

  /** @throws MissingGenerationError */
  private async progress(): Promise<Row> {
    return this.assertAlive(await this.parts.rows.findOne({ _id: PROGRESS }));
  }

  /** A dropped collection has no progress row, or one of another era. */
  private assertAlive(progress: Row | null | undefined): Row {
    if (progress?.era !== this.era) throw new MissingGenerationError(this.parts.label);
    return progress;
  }
}
