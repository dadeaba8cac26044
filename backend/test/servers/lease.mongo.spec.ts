import { MongoLease } from '../../src/infrastructure/leases/mongo-lease.js';
import { MongoLeaseTable } from '../../src/infrastructure/leases/mongo-lease-table.js';
import { MongoProgressRow } from '../../src/infrastructure/leases/mongo-progress-row.js';
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

describe('a process that is alone', () => {
  it('takes the leases of workers, which notice that when they go on, and forgets their generations', async () => {
    const shared = new MongoLeaseTable(under.mongo);
    const row = new MongoProgressRow(under.mongo);
    await row.note({ 'board:1': { fence: 1, switches: 1, position: 5, changed: 5, generation: 'v1-1' } });
    await row.count('erasures');
    await shared.take('work', null, { holder: 'a stopped worker', wants: ['work'] });
    await new MongoLease(under.mongo, { id: 'all', place: 'its location' }).acquire();
    expect(await shared.rows(['work'])).toEqual([
      { name: 'work', holder: null, number: 2, beat: 2, wants: ['work'] },
    ]);
    expect(await row.read()).toEqual({ folds: {}, counters: { erasures: 1, quarantine: 0 } });
  });
});
