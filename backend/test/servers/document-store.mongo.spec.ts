import { MongoDocumentStore } from '../../src/infrastructure/document-store/mongo-document-store.js';
import { documentStoreContract } from '../contracts/document-store.contract.js';
import { type MongoUnderTest, connectTo, startMongo } from '../support/mongo/mongo-server.js';

let server: MongoUnderTest;

beforeAll(async () => {
  server = await startMongo();
}, 120_000);
afterAll(() => server.stop());

documentStoreContract('MongoDB', async () => {
  const url = server.database();
  let mongo = connectTo(url);
  return {
    store: new MongoDocumentStore(mongo),
    isOnServer: true,
    reopen: async () => {
      await mongo.close();
      mongo = connectTo(url);
      return new MongoDocumentStore(mongo);
    },
    destroy: async () => {
      await mongo.dropDatabase();
      await mongo.close();
    },
  };
});
