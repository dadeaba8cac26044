import { randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import type { MongoConnection } from '../mongo/connection.js';
import { isDuplicateKey } from '../mongo/errors.js';
import { KeyRing } from '../../kernel/key-ring.js';

const KEY_BYTES = 32;

/** A person's key; null is the tombstone that keeps it from being made anew. */
interface Entry {
  readonly _id: string;
  readonly key: Binary | null;
}

/**
 * Personal keys in MongoDB. What is destroyed is gone from every answer at once, and from files when the server writes over them; the operations log
 * and backups of the database hold it until they are rolled over.
 */
export class MongoKeyRing extends KeyRing {
  /** @param mongo stays open when the ring is closed */
  constructor(private readonly mongo: MongoConnection) {
    super();
  }

  async obtain(person: string): Promise<Buffer | null> {
    const entry = await this.mongo.call(async () => {
      const known = await this.entries().findOne({ _id: person }, this.limit());
      return known ?? (await this.make(person));
    });
    return entry?.key ? bytesOf(entry.key) : null;
  }

  async find(people: readonly string[]): Promise<Map<string, Buffer>> {
    if (people.length === 0) return new Map();
    const options = { ...this.limit(), batchSize: people.length + 1 };
    const found = await this.mongo.call(() =>
      this.entries()
        .find({ _id: { $in: [...new Set(people)] } }, options)
        .toArray(),
    );
    return new Map(found.flatMap(({ _id, key }) => (key ? [[_id, bytesOf(key)]] : [])));
  }

  async destroy(person: string): Promise<void> {
    await this.mongo.call(() =>
      this.entries().updateOne({ _id: person }, { $set: { key: null } }, { ...this.limit(), upsert: true }),
    );
  }

  async close(): Promise<void> {
    // The connection belongs to all.
  }

  /** The entry as it is after somebody has made it: of many at once, one does. */
  private async make(person: string): Promise<Entry | null> {
    const key = new Binary(randomBytes(KEY_BYTES));
    try {
      await this.entries().insertOne({ _id: person, key }, this.limit());
      return { _id: person, key };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.entries().findOne({ _id: person }, this.limit());
    }
  }

  private entries() {
    return this.mongo.collection<Entry>('keys');
  }

  private limit() {
    return { maxTimeMS: this.mongo.timeout };
  }
}

function bytesOf(key: Binary): Buffer {
  return Buffer.from(key.value());
}
