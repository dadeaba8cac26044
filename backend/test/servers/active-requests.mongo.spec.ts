import { MongoActiveRequests } from '../../src/infrastructure/leases/mongo-active-requests.js';
import { activeRequestsContract } from '../contracts/active-requests.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

activeRequestsContract('MongoDB', () => MongoActiveRequests.open(under.mongo));
