import { randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import type { MongoConnection } from '../mongo/connection.js';
import { isInserted } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import { KeyRing, type PersonalKey, SET_ASIDE } from '../../kernel/key-ring.js';

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
  private readonly entries: LimitedCollection<Entry>;
  private readonly owners: LimitedCollection<Owner>;

  /** @param mongo stays open when the ring is closed */
  constructor(mongo: MongoConnection) {
    super();
    this.entries = new LimitedCollection(mongo, 'keys');
    this.owners = new LimitedCollection(mongo, 'keyOwner');
  }

  async create(person: string): Promise<PersonalKey> {
    return this.entries.call(async (entries, limit) => {
      const known = await entries.findOne({ _id: person }, limit);
      if (known) return keyOf(known);
      const made: Entry = { _id: person, key: new Binary(randomBytes(KEY_BYTES)) };
      // Of concurrent inserts, one wins.
      if (await isInserted(entries.insertOne(made, limit))) return keyOf(made);
      // Entries are never deleted, so the conflicting one exists.
      return keyOf((await entries.findOne({ _id: person }, limit)) as Entry);
    });
  }

  async find(people: readonly string[]): Promise<Map<string, PersonalKey>> {
    if (people.length === 0) return new Map();
    const options = { batchSize: people.length + 1 };
    const found = await this.entries.find({ _id: { $in: [...new Set(people)] } }, options);
    return new Map(found.map((entry) => [entry._id, keyOf(entry)]));
  }

  async destroy(...people: readonly string[]): Promise<void> {
    await this.entries.bulkWrite(
      people.map((_id) => ({
        updateOne: { filter: { _id }, update: { $set: { key: null } }, upsert: true },
      })),
    );
  }

  async setAside(person: string): Promise<void> {
    const key = (await this.entries.findOne({ _id: person }))?.key;
    // First the copy: after a failure in between it is repeated.
    if (key)
      await this.entries.updateOne({ _id: SET_ASIDE + person }, { $setOnInsert: { key } }, { upsert: true });
    await this.destroy(person);
  }

  async bury(people: readonly string[]): Promise<number> {
    if (people.length === 0) return 0;
    const tombstones = [...new Set(people)].map((_id) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: { key: null } }, upsert: true },
    }));
    return (await this.entries.bulkWrite(tombstones)).upsertedCount;
  }

  async size(): Promise<number> {
    return this.entries.call((entries, limit) => entries.estimatedDocumentCount(limit));
  }

  async living(prefix: string): Promise<string[]> {
    const found = await this.entries.find(
      { _id: { $gte: prefix, $lt: `${prefix}~` }, key: { $ne: null } },
      { sort: { _id: 1 }, projection: { _id: 1 } },
    );
    return found.map(({ _id }) => _id);
  }

  async erasedUpTo(): Promise<number | null> {
    return (await this.owner())?.erasedUpTo ?? null;
  }

  async noteErasedUpTo(position: number): Promise<void> {
    await this.owners.updateOne({ _id: 'log' }, { $set: { erasedUpTo: position } }, { upsert: true });
  }

  async logId(): Promise<string | null> {
    return (await this.owner())?.logId ?? null;
  }

  async adopt(logId: string): Promise<void> {
    const change = { $set: { logId }, $unset: { erasedUpTo: true } } as const;
    await this.owners.updateOne({ _id: 'log' }, change, { upsert: true });
  }

  async close(): Promise<void> {
    // The connection belongs to all.
  }

  private owner(): Promise<Owner | null> {
    return this.owners.findOne({ _id: 'log' });
  }
}

function keyOf({ key }: Entry): PersonalKey {
  return key ? Buffer.from(key.value()) : 'destroyed';
}
