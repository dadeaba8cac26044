import { MongoDocumentStore } from '../../src/infrastructure/document-store/mongo-document-store.js';
import { searchContract } from '../contracts/search.contract.js';
import { type MongoUnderTest, connectTo, startMongo } from '../support/mongo/mongo-server.js';

let server: MongoUnderTest;
let commands = 0;

beforeAll(async () => {
  server = await startMongo();
}, 120_000);
afterAll(() => server.stop());

searchContract(
  'MongoDB',
  async () => {
    const onCommand = () => {
      commands += 1;
    };
    const mongo = connectTo(server.database(), { onCommand });
    return {
      store: new MongoDocumentStore(mongo),
      destroy: async () => {
        await mongo.dropDatabase();
        await mongo.close();
      },
    };
  },
  () => commands,
);
