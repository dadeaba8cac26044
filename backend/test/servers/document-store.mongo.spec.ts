import { MongoDocumentStore } from '../../src/infrastructure/document-store/mongo-document-store.js';
import { documentStoreContract } from '../contracts/document-store.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

documentStoreContract('MongoDB', () => new MongoDocumentStore(under.connect()), { isOnServer: true });
