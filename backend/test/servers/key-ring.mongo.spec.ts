import { MongoKeyRing } from '../../src/infrastructure/key-ring/mongo-key-ring.js';
import { keyRingContract } from '../contracts/key-ring.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

keyRingContract('MongoDB', () => new MongoKeyRing(under.connect()));
