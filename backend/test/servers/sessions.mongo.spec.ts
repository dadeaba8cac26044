import { MongoSessionStore } from '../../src/infrastructure/sessions/mongo-session-store.js';
import { sessionsContract } from '../contracts/sessions.contract.js';
import { connectTo } from '../support/mongo/mongo-server.js';
import { MongoConnection } from '../../src/infrastructure/mongo/connection.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

describe('MongoSessionStore', () => {
  sessionsContract(() => MongoSessionStore.open(under.mongo));

  it('opens without looking through the sessions, however many there are', async () => {
    const sent: string[] = [];
    const mongo = connectTo(under.server.database(), { onCommand: (name) => sent.push(name) });
    try {
      await MongoSessionStore.open(mongo);
      expect(sent).toEqual(['createIndexes']);
    } finally {
      await mongo.close();
    }
  });

  it('knows sessions of earlier versions, without ids and addresses, and ends one by its id', async () => {
    const now = new Date('2026-11-21T12:00:00.000Z');
    const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 1) };
    const old = { accountId: 'ann', userAgent: 'Firefox', ...times };
    const rows = under.mongo.collection<{ _id: string }>('sessions');
    await rows.insertMany([
      { _id: 'one', ...old },
      { _id: 'two', ...old },
    ]);
    const sessions = await (await MongoSessionStore.open(under.mongo)).ofAccount('ann', now);
    expect(sessions.map(({ tokenHash }) => tokenHash)).toEqual(['one', 'two']);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
    for (const { id, address } of sessions) {
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(address).toBeNull();
    }
    const store = await MongoSessionStore.open(under.mongo);
    expect(await store.ofAccount('ann', now)).toEqual(sessions);
    const [first, second] = sessions;
    expect(await store.removeOne('bob', String(first?.id))).toBe(false);
    expect(await store.removeOne('ann', String(first?.id))).toBe(true);
    expect(await store.removeOne('ann', String(first?.id))).toBe(false);
    expect(await store.ofAccount('ann', now)).toEqual([second]);
  });

  it('lets no server delete what is expired only by its clock, where the program has another one', async () => {
    await MongoSessionStore.open(under.mongo);
    const [, ...indexes] = await under.mongo.collection('sessions').indexes();
    expect(indexes.map(({ name }) => name)).toEqual(['account']);
  });

  it('lets the server delete expired sessions', async () => {
    const mongo = new MongoConnection(under.server.database());
    try {
      await MongoSessionStore.open(mongo);
      const indexes = await mongo.collection('sessions').indexes();
      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
      );
    } finally {
      await mongo.close();
    }
  });
});
