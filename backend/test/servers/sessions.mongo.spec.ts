import type { MongoConnection } from '../../src/infrastructure/mongo/connection.js';
import { MongoSessionStore } from '../../src/infrastructure/sessions/mongo-session-store.js';
import { sessionsContract } from '../contracts/sessions.contract.js';
import { type MongoUnderTest, connectTo, startMongo } from '../support/mongo/mongo-server.js';

let server: MongoUnderTest;
let mongo: MongoConnection;

beforeAll(async () => {
  server = await startMongo();
}, 120_000);
afterAll(() => server.stop());
beforeEach(() => {
  mongo = connectTo(server.database());
});
afterEach(() => mongo.close());

describe('MongoSessionStore', () => {
  sessionsContract(() => MongoSessionStore.open(mongo));

  it('goes on with sessions from before they had ids and addresses', async () => {
    const now = new Date('2026-11-21T12:00:00.000Z');
    const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 1) };
    const old = { accountId: 'ann', userAgent: 'Firefox', ...times };
    const rows = mongo.collection<{ _id: string }>('sessions');
    await rows.insertMany([
      { _id: 'one', ...old },
      { _id: 'two', ...old },
    ]);
    const sessions = await (await MongoSessionStore.open(mongo)).ofAccount('ann', now);
    expect(sessions.map(({ tokenHash }) => tokenHash)).toEqual(['one', 'two']);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
    for (const { id, address } of sessions) {
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(address).toBeNull();
    }
    expect(await (await MongoSessionStore.open(mongo)).ofAccount('ann', now)).toEqual(sessions);
  });

  it('lets the server throw away by itself what has expired', async () => {
    await MongoSessionStore.open(mongo);
    const indexes = await mongo.collection('sessions').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });
});
