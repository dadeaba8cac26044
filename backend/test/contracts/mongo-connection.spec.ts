import { MongoNetworkError, type TopologyDescriptionChangedEvent } from 'mongodb';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { MongoConnection, type MongoSettings } from '../../src/infrastructure/mongo/connection.js';
import { expires } from '../support/expires.js';
import { TestTimer } from '../support/timer.js';

describe('a connection to MongoDB', () => {
  it.each([
    ['mongodb://one:1,two:2/?replicaSet=rs', 'footnote'],
    ['mongodb://one:1', 'footnote'],
    ['mongodb://ann:secret@one:1/site?authSource=admin', 'site'],
  ])('to %s reads and writes the database %s', async (url, database) => {
    const mongo = new MongoConnection(url);
    expect(mongo.collection('keys').namespace).toBe(`${database}.keys`);
    await mongo.close();
  });

  it('reports an unreachable server in one line, without the password', async () => {
    const mongo = new MongoConnection('mongodb://ann:secret@127.0.0.1:1', { timeout: 300 });
    const error = await mongo.ping().catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(DocumentStoreUnavailableError);
    expect((error as Error).message).toMatch(/^MongoDB /);
    expect((error as Error).message).not.toMatch(/\n|secret/);
    await mongo.close();
  });

  it.each([
    'mongo://ann:secret@host',
    'ann:secret@host',
    'mongodb://',
    'mongodb://ann:secret@host:port/x',
    '',
  ])('is rejected for the invalid URL %j without repeating it', (url) => {
    expect(() => new MongoConnection(url)).toThrow(RangeError);
    expect(() => new MongoConnection(url)).not.toThrow('secret');
  });

  describe('whose server does not answer', () => {
    const never = () => new Promise<never>(() => undefined);
    let timer: TestTimer;
    let news: string[];
    let mongo: MongoConnection;
    const open = (settings: MongoSettings = {}) => {
      const onAway = (reason: unknown) => void news.push(reason === null ? 'back' : 'away');
      mongo = new MongoConnection('mongodb://127.0.0.1:1', { ...settings, onAway }, timer);
    };
    beforeEach(() => {
      [timer, news] = [new TestTimer(), []];
    });
    afterEach(() => mongo.close());

    expires('MongoDB answer', async () => {
      open();
      await Promise.all([
        expect(mongo.call(never)).rejects.toThrow(DocumentStoreUnavailableError),
        timer.advance(DEADLINES['MongoDB answer'].ms),
      ]);
    });

    expires('MongoDB probe', async () => {
      open({ breakAfterMs: 0, timeout: 3_600_000 });
      const broken = mongo.call(() => Promise.reject(new MongoNetworkError('broken')));
      await expect(broken).rejects.toThrow("MongoDB can't serve: broken");
      await timer.advance(DEADLINES['MongoDB probe'].ms);
      await expect(mongo.call(never)).rejects.toThrow('MongoDB did not answer within 2000 ms');
      expect(news).toEqual(['away']);
    });

    expires('MongoDB lost', async () => {
      open();
      const known = { servers: new Map([['127.0.0.1:1', { isWritable: true }]]) };
      const unknown = { servers: new Map() };
      // As the driver tells it when a connection is lost or made.
      const change = (previousDescription: object, newDescription: object) =>
        mongo['client'].emit('topologyDescriptionChanged', {
          previousDescription,
          newDescription,
        } as TopologyDescriptionChangedEvent);
      change(known, unknown);
      change(unknown, known);
      await timer.advance(DEADLINES['MongoDB lost'].ms);
      expect(news).toEqual([]);
      change(known, unknown);
      await timer.advance(DEADLINES['MongoDB lost'].ms);
      expect(news).toEqual(['away']);
      await expect(mongo.call(never)).rejects.toThrow("MongoDB can't serve: no server takes writes");
    });
  });
});
