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

  it('lets the server throw away by itself what has expired', async () => {
    await MongoSessionStore.open(mongo);
    const indexes = await mongo.collection('sessions').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });
});
