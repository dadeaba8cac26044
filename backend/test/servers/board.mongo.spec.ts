import { MongoDocumentStore } from '../../src/infrastructure/document-store/mongo-document-store.js';
import { boardContract } from '../contracts/board.contract.js';
import { type MongoUnderTest, connectTo, startMongo } from '../support/mongo/mongo-server.js';

let server: MongoUnderTest;

beforeAll(async () => {
  server = await startMongo();
}, 120_000);
afterAll(() => server.stop());

boardContract('MongoDB', async () => {
  const mongo = connectTo(server.database());
  return {
    store: new MongoDocumentStore(mongo),
    destroy: async () => {
      await mongo.dropDatabase();
      await mongo.close();
    },
  };
});
