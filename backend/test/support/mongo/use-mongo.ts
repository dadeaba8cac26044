import type { MongoConnection } from '../../../src/infrastructure/mongo/connection.js';
import { type MongoUnderTest, connectTo, startMongo } from './mongo-server.js';

const PATIENCE_MS = 120_000;

/** MongoDB for the tests of a file, with a connection to a separate empty database for each test. */
export function useMongo(): { readonly server: MongoUnderTest; readonly mongo: MongoConnection } {
  let server: MongoUnderTest;
  let mongo: MongoConnection;

  beforeAll(async () => {
    server = await startMongo();
  }, PATIENCE_MS);
  afterAll(() => server.stop());
  beforeEach(() => {
    mongo = connectTo(server.database());
  });
  afterEach(() => mongo.close());

  return {
    get server() {
      return server;
    },
    get mongo() {
      return mongo;
    },
  };
}
