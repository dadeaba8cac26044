import { MongoSentMails } from '../../src/infrastructure/mail/mongo-sent-mails.js';
import { sentMailsContract } from '../contracts/sent-mails.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

describe('MongoSentMails', () => {
  sentMailsContract(() => MongoSentMails.open(under.mongo));
});
