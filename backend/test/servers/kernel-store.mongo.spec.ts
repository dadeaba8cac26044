import { MongoKernelStore } from '../../src/infrastructure/kernel-store/mongo-kernel-store.js';
import { kernelStoreContract } from '../contracts/kernel-store.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

kernelStoreContract('MongoDB', () => new MongoKernelStore(under.connect()));
