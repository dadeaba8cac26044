import { MongoKernelStore } from '../../src/infrastructure/kernel-store/mongo-kernel-store.js';
import { kernelStoreContract } from '../contracts/kernel-store.contract.js';
import { type MongoUnderTest, connectTo, startMongo } from '../support/mongo/mongo-server.js';

let server: MongoUnderTest;

beforeAll(async () => {
  server = await startMongo();
}, 120_000);
afterAll(() => server.stop());

kernelStoreContract('MongoDB', async () => {
  const url = server.database();
  let mongo = connectTo(url);
  return {
    store: new MongoKernelStore(mongo),
    reopen: async () => {
      await mongo.close();
      mongo = connectTo(url);
      return new MongoKernelStore(mongo);
    },
    destroy: () => mongo.close(),
  };
});
