import { randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import type { MongoConnection } from '../mongo/connection.js';
import { isDuplicateKey } from '../mongo/errors.js';
import { KeyRing, type PersonalKey } from '../../kernel/key-ring.js';

const KEY_BYTES = 32;

/** A person's key; null is a tombstone, which keeps the key from being created again. */
interface Entry {
  readonly _id: string;
  readonly key: Binary | null;
}

/**
 * The single document with the id of the log that the keys belong to, and the position up to which erasures are known.
 */
interface Owner {
  readonly _id: 'log';
  readonly logId?: string;
  readonly erasedUpTo?: number;
}

/**
 * Personal keys in MongoDB. Destroyed keys are gone from all queries at once, and from files when the server
 * overwrites them. The oplog and backups keep them until they are rotated out.
 */
export class MongoKeyRing extends KeyRing {
  /** @param mongo stays open when the ring is closed */
  constructor(private readonly mongo: MongoConnection) {
    super();
  }

  async create(person: string): Promise<PersonalKey> {
    return this.mongo.call(async () => {
      const known =
        (await this.entries().findOne({ _id: person }, this.limit())) ?? (await this.make(person));
      return keyOf(known);
    });
  }

  async find(people: readonly string[]): Promise<Map<string, PersonalKey>> {
    if (people.length === 0) return new Map();
    const options = { ...this.limit(), batchSize: people.length + 1 };
    const found = await this.mongo.call(() =>
      this.entries()
        .find({ _id: { $in: [...new Set(people)] } }, options)
        .toArray(),
    );
    return new Map(found.map((entry) => [entry._id, keyOf(entry)]));
  }

  async destroy(person: string): Promise<void> {
    await this.mongo.call(() =>
      this.entries().updateOne({ _id: person }, { $set: { key: null } }, { ...this.limit(), upsert: true }),
    );
  }

  async bury(people: readonly string[]): Promise<number> {
    if (people.length === 0) return 0;
    const tombstones = [...new Set(people)].map((_id) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: { key: null } }, upsert: true },
    }));
    const written = await this.mongo.call(() => this.entries().bulkWrite(tombstones, this.limit()));
    return written.upsertedCount;
  }

  async size(): Promise<number> {
    return this.mongo.call(() => this.entries().estimatedDocumentCount(this.limit()));
  }

  async living(prefix: string): Promise<string[]> {
    const found = await this.mongo.call(() =>
      this.entries()
        .find({ _id: { $gte: prefix, $lt: `${prefix}~` }, key: { $ne: null } }, this.limit())
        .sort({ _id: 1 })
        .project<{ _id: string }>({ _id: 1 })
        .toArray(),
    );
    return found.map(({ _id }) => _id);
  }

  async erasedUpTo(): Promise<number | null> {
    return (await this.owner())?.erasedUpTo ?? null;
  }

  async noteErasedUpTo(position: number): Promise<void> {
    await this.mongo.call(() =>
      this.owners().updateOne(
        { _id: 'log' },
        { $set: { erasedUpTo: position } },
        { ...this.limit(), upsert: true },
      ),
    );
  }

  async logId(): Promise<string | null> {
    return (await this.owner())?.logId ?? null;
  }

  async adopt(logId: string): Promise<void> {
    await this.mongo.call(() =>
      this.owners().updateOne(
        { _id: 'log' },
        { $set: { logId }, $unset: { erasedUpTo: true } },
        { ...this.limit(), upsert: true },
      ),
    );
  }

  async close(): Promise<void> {
    // The connection belongs to all.
  }

  /** Inserts the entry if it is missing and returns it; of concurrent inserts, one wins. */
  private async make(person: string): Promise<Entry> {
    const entry: Entry = { _id: person, key: new Binary(randomBytes(KEY_BYTES)) };
    try {
      await this.entries().insertOne(entry, this.limit());
      return entry;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Entries are never deleted, so the conflicting one exists.
      return (await this.entries().findOne({ _id: person }, this.limit())) as Entry;
    }
  }

  private owner(): Promise<Owner | null> {
    return this.mongo.call(() => this.owners().findOne({ _id: 'log' }, this.limit()));
  }

  private entries() {
    return this.mongo.collection<Entry>('keys');
  }

  private owners() {
    return this.mongo.collection<Owner>('keyOwner');
  }

  private limit() {
    return { maxTimeMS: this.mongo.timeout };
  }
}

function keyOf({ key }: Entry): PersonalKey {
  return key ? Buffer.from(key.value()) : 'destroyed';
}
