import { MongoLeaseTable } from '../../src/infrastructure/leases/mongo-lease-table.js';
import { MongoProgressRow } from '../../src/infrastructure/leases/mongo-progress-row.js';
import { sharingContract } from '../contracts/sharing.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

sharingContract('MongoDB', {
  leases: () => new MongoLeaseTable(under.mongo),
  row: () => new MongoProgressRow(under.mongo),
});
