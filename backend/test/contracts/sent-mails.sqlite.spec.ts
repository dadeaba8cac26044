import path from 'node:path';
import { SqliteSentMails } from '../../src/infrastructure/mail/sqlite-sent-mails.js';
import { sentMailsContract } from './sent-mails.contract.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

describe('SqliteSentMails', () => {
  sentMailsContract(() => Promise.resolve(new SqliteSentMails(path.join(folder, 'sent-mails.db'))));
});
