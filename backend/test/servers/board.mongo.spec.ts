import { MongoDocumentStore } from '../../src/infrastructure/document-store/mongo-document-store.js';
import { boardContract } from '../contracts/board.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo({ per: 'file' });

boardContract('MongoDB', () => new MongoDocumentStore(under.mongo));
