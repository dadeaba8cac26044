import { MongoLease } from '../../src/infrastructure/leases/mongo-lease.js';
import { leaseContract } from '../contracts/lease.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

leaseContract('MongoDB', {
  of: (holder) => new MongoLease(under.mongo, { id: holder, place: `the location of ${holder}` }),
  expire: async () => {
    const change = { $set: { seenAt: new Date(Date.now() - 15_001) } };
    await under.mongo.collection<{ _id: string }>('leases').updateOne({ _id: 'log' }, change);
  },
});
