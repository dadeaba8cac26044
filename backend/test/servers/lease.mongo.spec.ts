import { MongoLease } from '../../src/infrastructure/leases/mongo-lease.js';
import { leaseContract } from '../contracts/lease.contract.js';
import { type MongoUnderTest, connectTo, startMongo } from '../support/mongo/mongo-server.js';

let server: MongoUnderTest;

beforeAll(async () => {
  server = await startMongo();
}, 120_000);
afterAll(() => server.stop());

leaseContract('MongoDB', async () => {
  const mongo = connectTo(server.database());
  return {
    of: (holder) => new MongoLease(mongo, { id: holder, place: `the location of ${holder}` }),
    expire: async () => {
      const change = { $set: { seenAt: new Date(Date.now() - 15_001) } };
      await mongo.collection<{ _id: string }>('leases').updateOne({ _id: 'log' }, change);
    },
    destroy: () => mongo.close(),
  };
});
