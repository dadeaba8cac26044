import { MongoSentMails } from '../../src/infrastructure/mail/mongo-sent-mails.js';
import type { MongoConnection } from '../../src/infrastructure/mongo/connection.js';
import { sentMailsContract } from '../contracts/sent-mails.contract.js';
import { type MongoUnderTest, connectTo, startMongo } from '../support/mongo/mongo-server.js';

let server: MongoUnderTest;
let mongo: MongoConnection;

beforeAll(async () => {
  server = await startMongo();
}, 120_000);
afterAll(() => server.stop());
beforeEach(() => {
  mongo = connectTo(server.database());
});
afterEach(() => mongo.close());

describe('MongoSentMails', () => {
  sentMailsContract(() => MongoSentMails.open(mongo));
});
