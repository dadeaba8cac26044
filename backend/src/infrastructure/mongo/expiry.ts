import type { Collection, Document } from 'mongodb';
import type { MongoConnection } from './connection.js';

/** The index by which the server deletes rows at their `expiresAt`; none where another clock than the server's decides. */
export function expiryIndexes({ expires }: Pick<MongoConnection, 'expires'>) {
  return expires ? [{ key: { expiresAt: 1 as const }, name: 'expiry', expireAfterSeconds: 0 }] : [];
}

/** Creates that index. @throws DocumentStoreUnavailableError */
export async function letExpire<Row extends Document>(
  mongo: MongoConnection,
  rows: Collection<Row>,
): Promise<void> {
  const indexes = expiryIndexes(mongo);
  if (indexes.length > 0) await mongo.call(() => rows.createIndexes(indexes), mongo.buildTimeout);
}

/** Deletes the rows that have expired, as the server does with a delay. Returns their number. */
export async function removeExpired<Row extends Document & { readonly expiresAt: Date }>(
  mongo: MongoConnection,
  rows: Collection<Row>,
  now: Date,
): Promise<number> {
  const expired = { expiresAt: { $lte: now } } as Parameters<typeof rows.deleteMany>[0];
  const removed = await mongo.call(
    () => rows.deleteMany(expired, { maxTimeMS: mongo.batchTimeout }),
    mongo.batchTimeout,
  );
  return removed.deletedCount;
}
