import { MongoSessionStore } from '../../src/infrastructure/sessions/mongo-session-store.js';
import { sessionsContract } from '../contracts/sessions.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

describe('MongoSessionStore', () => {
  sessionsContract(() => MongoSessionStore.open(under.mongo));

  it('migrates sessions of earlier versions without ids and addresses', async () => {
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
    expect(await (await MongoSessionStore.open(under.mongo)).ofAccount('ann', now)).toEqual(sessions);
  });

  it('lets the server delete expired sessions', async () => {
    await MongoSessionStore.open(under.mongo);
    const indexes = await under.mongo.collection('sessions').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });
});
