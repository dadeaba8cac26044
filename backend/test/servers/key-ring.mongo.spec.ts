import { MongoKeyRing } from '../../src/infrastructure/key-ring/mongo-key-ring.js';
import { keyRingContract } from '../contracts/key-ring.contract.js';
import { type MongoUnderTest, connectTo, startMongo } from '../support/mongo/mongo-server.js';

let server: MongoUnderTest;

beforeAll(async () => {
  server = await startMongo();
}, 120_000);
afterAll(() => server.stop());

keyRingContract('MongoDB', async () => {
  const url = server.database();
  let mongo = connectTo(url);
  return {
    ring: new MongoKeyRing(mongo),
    reopen: async () => {
      await mongo.close();
      mongo = connectTo(url);
      return new MongoKeyRing(mongo);
    },
    destroy: () => mongo.close(),
  };
});
