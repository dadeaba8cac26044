import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { MongoConnection } from '../../src/infrastructure/mongo/connection.js';

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
  ])('is refused for %j, which is no address, without repeating it', (url) => {
    expect(() => new MongoConnection(url)).toThrow(RangeError);
    expect(() => new MongoConnection(url)).not.toThrow('secret');
  });

  it('limits the time of every call', async () => {
    const mongo = new MongoConnection('mongodb://127.0.0.1:1', { timeout: 20 });
    const forever = mongo.call(() => new Promise<never>(() => undefined));
    await expect(forever).rejects.toBeInstanceOf(DocumentStoreUnavailableError);
    await mongo.close();
  });
});
