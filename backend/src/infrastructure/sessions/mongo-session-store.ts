import type { MongoConnection } from '../mongo/connection.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import { type Session, SessionStore } from './session-store.port.js';

interface Row extends Omit<Session, 'tokenHash'> {
  /** The token's hash. */
  readonly _id: string;
}

/** Sessions in MongoDB. Its TTL index deletes expired sessions with a delay; every read checks the expiry, too. */
export class MongoSessionStore extends SessionStore {
  private constructor(private readonly rows: LimitedCollection<Row>) {
    super();
  }

  /**
   * @param mongo stays open when the store is closed
   * @throws DocumentStoreUnavailableError
   */
  static async open(mongo: MongoConnection, collection = 'sessions'): Promise<MongoSessionStore> {
    const rows = new LimitedCollection<Row>(mongo, collection);
    await rows.letExpire({ key: { accountId: 1, lastUsedAt: -1 }, name: 'account' });
    return new MongoSessionStore(rows);
  }

  override async add({ tokenHash, ...session }: Session): Promise<void> {
    await this.rows.insertOne({ _id: tokenHash, ...session });
  }

  override async find(tokenHash: string, now: Date): Promise<Session | null> {
    const row = await this.rows.findOne({ _id: tokenHash });
    return row && row.expiresAt > now ? sessionOf(row) : null;
  }

  override async ofAccount(accountId: string, now: Date): Promise<Session[]> {
    const sort = { lastUsedAt: -1, createdAt: -1, _id: 1 } as const;
    const rows = await this.rows.find({ accountId, expiresAt: { $gt: now } }, { sort });
    return rows.map(sessionOf);
  }

  override async touch(tokenHash: string, lastUsedAt: Date, address: string | null): Promise<void> {
    await this.rows.updateOne({ _id: tokenHash }, { $set: { lastUsedAt, address } });
  }

  override async renew(tokenHash: string, createdAt: Date, proof: string | null): Promise<void> {
    await this.rows.updateOne({ _id: tokenHash }, { $set: { createdAt, proof } });
  }

  override async remove(tokenHash: string): Promise<void> {
    await this.rows.deleteOne({ _id: tokenHash });
  }

  override async removeOne(accountId: string, id: string): Promise<boolean> {
    const removed = await this.rows.deleteOne({ accountId, id });
    return removed.deletedCount === 1;
  }

  override async removeAll(accountId: string, exceptTokenHash: string | null): Promise<number> {
    return this.rows.deleteMany({
      accountId,
      ...(exceptTokenHash !== null && { _id: { $ne: exceptTokenHash } }),
    });
  }

  override removeExpired(now: Date): Promise<number> {
    return this.rows.deleteMany({ expiresAt: { $lte: now } }, 'batchTimeout');
  }

  override async scrub(): Promise<void> {
    // The server manages its files and overwrites freed space later.
  }

  override async close(): Promise<void> {
    // The connection is shared.
  }
}

/** Rows from before proofs were kept have none. */
function sessionOf({ _id: tokenHash, proof = null, ...session }: Row): Session {
  return { tokenHash, proof, ...session };
}
