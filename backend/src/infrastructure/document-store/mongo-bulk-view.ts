import type { AnyBulkWriteOperation } from 'mongodb';
import type { BulkDocument, BulkEnd, BulkView, WrittenDocument } from '../../kernel/document-store.js';
import { type Row, documentOf } from './mongo-row.js';
import { MongoView, type MongoViewParts } from './mongo-view.js';

/**
 * A generation that is being built, in its own collection. Calls of `write` that wait for a running write are sent
 * together.
 */
export class MongoBulkView implements BulkView {
  private waiting = new Map<string, BulkDocument>();
  private next: Promise<void> | null = null;
  private last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly parts: Omit<MongoViewParts, 'store'>,
    private readonly view: MongoView<object>,
    private readonly origin: { log: string | null },
  ) {}

  /** @param parts of a collection that does not exist yet */
  static async begin(parts: Omit<MongoViewParts, 'store'>): Promise<MongoBulkView> {
    const origin = { log: null };
    return new MongoBulkView(parts, await MongoView.begin({ ...parts, store: origin }), origin);
  }

  write(documents: readonly BulkDocument[]): Promise<void> {
    for (const document of documents) {
      const before = this.waiting.get(document.id);
      // A waiting document has not been sent, so the new one replaces it.
      this.waiting.set(document.id, before ? { ...document, isNew: before.isNew } : document);
    }
    this.next ??= this.last = this.last.then(() => this.send());
    return this.next;
  }

  async read(ids: readonly string[]): Promise<readonly WrittenDocument[]> {
    const options = { batchSize: ids.length + 1 };
    const found = await this.parts.rows.find({ _id: { $in: [...ids] } }, options, 'batchTimeout');
    return found.flatMap((row) => {
      const stored = documentOf(row);
      if (!stored) return [];
      const { _id: id, _position: position, ...document } = stored;
      return [{ id, position, body: JSON.stringify(document) }];
    });
  }

  async finish({ checkpoint, origin, parked }: BulkEnd): Promise<void> {
    await this.last;
    await this.view.buildIndexes();
    this.origin.log = origin?.log ?? null;
    const batch = { from: 0, to: checkpoint, documents: [], parked };
    await this.view.commit({ ...batch, ...(origin && { event: origin.eventId }) });
  }

  async close(): Promise<void> {
    await this.view.close();
  }

  private async send(): Promise<void> {
    const writes = [...this.waiting.values()].flatMap(writeOf);
    this.waiting = new Map();
    this.next = null;
    if (writes.length === 0) return;
    await this.parts.rows.bulkWrite(writes, { ordered: false }, 'batchTimeout');
  }
}

function writeOf({ id, position, body, isNew }: BulkDocument): AnyBulkWriteOperation<Row>[] {
  if (body === null) return isNew ? [] : [{ deleteOne: { filter: { _id: id } } }];
  // Of two states at one position, the first one wins: see mongo-row.
  const state = { position, order: -position, document: JSON.parse(body) as object };
  if (isNew) return [{ insertOne: { document: { _id: id, state } } }];
  return [{ replaceOne: { filter: { _id: id }, replacement: { state } } }];
}
