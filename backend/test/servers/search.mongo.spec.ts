import { MongoDocumentStore } from '../../src/infrastructure/document-store/mongo-document-store.js';
import { searchContract } from '../contracts/search.contract.js';
import { searchInputContract } from '../contracts/search-input.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

let commands = 0;
const under = useMongo({
  per: 'file',
  onCommand: () => {
    commands += 1;
  },
});

searchContract(
  'MongoDB',
  () => new MongoDocumentStore(under.mongo),
  () => commands,
);

searchInputContract('MongoDB', () => new MongoDocumentStore(under.mongo));
