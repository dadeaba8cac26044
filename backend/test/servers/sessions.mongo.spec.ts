import { MongoSessionStore } from '../../src/infrastructure/sessions/mongo-session-store.js';
import { sessionsContract } from '../contracts/sessions.contract.js';
import { connectTo } from '../support/mongo/mongo-server.js';
import { MongoConnection } from '../../src/infrastructure/mongo/connection.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

const EXPIRY = { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 } as const;

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

  it('lets no server delete what is expired only by its clock, where the program has another one', async () => {
    await MongoSessionStore.open(under.mongo);
    const [, ...indexes] = await under.mongo.collection('sessions').indexes();
    expect(indexes.map(({ name }) => name)).toEqual(['account']);
  });

  it.each([
    ['its name', { key: { expiresAt: 1 }, name: 'expiry' }],
    ['its name and other keys', { key: { lastUsedAt: 1 }, name: 'expiry' }],
    ['its name and keys, and other options', { ...EXPIRY, unique: true }],
    ['its keys', { key: { expiresAt: 1 }, name: 'mine', expireAfterSeconds: 7 }],
  ] as const)('names another index that has %s', async (_, index) => {
    const mongo = connectTo(under.server.database(), { expires: true });
    try {
      await mongo.collection('sessions').createIndexes([index]);
      await expect(MongoSessionStore.open(mongo)).rejects.toThrow(
        `MongoDB has an index "${index.name}" of the collection "sessions" that differs from the one that Footnote needs; drop it, db.getCollection("sessions").dropIndex("${index.name}"), and start again`,
      );
    } finally {
      await mongo.close();
    }
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
