import type { MongoConnection, MongoSettings } from '../../../src/infrastructure/mongo/connection.js';
import { type MongoUnderTest, connectTo, startMongo } from './mongo-server.js';

/** MongoDB as {@link useMongo} gives it. */
export interface UsedMongo {
  readonly server: MongoUnderTest;
  readonly mongo: MongoConnection;
  /** Another connection to the same database, closed with it. */
  connect(): MongoConnection;
}

/**
 * MongoDB for the tests of a file, with a connection to a separate empty database for each test; with `per: 'file'` the
 * tests of the file share one database.
 */
export function useMongo({
  per = 'test',
  ...settings
}: MongoSettings & { readonly per?: 'test' | 'file' } = {}): UsedMongo {
  let server: MongoUnderTest;
  let database: string;
  let mongo: MongoConnection;
  const connections: MongoConnection[] = [];
  const connect = () => {
    const connection = connectTo(database, settings);
    connections.push(connection);
    return connection;
  };
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];

  beforeAll(async () => {
    server = await startMongo();
    // What the first command to a new server costs belongs to no test.
    const first = connectTo(server.database());
    await first.ping();
    await first.close();
  });
  before(() => {
    database = server.database();
    mongo = connect();
  });
  after(() => Promise.all(connections.splice(0).map((connection) => connection.close())));
  afterAll(() => server.stop());

  return {
    get server() {
      return server;
    },
    get mongo() {
      return mongo;
    },
    connect,
  };
}
