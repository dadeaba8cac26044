import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteSentMails } from '../../src/infrastructure/mail/sqlite-sent-mails.js';
import { sentMailsContract } from './sent-mails.contract.js';

describe('SqliteSentMails', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'footnote-sent-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  sentMailsContract(() => Promise.resolve(new SqliteSentMails(path.join(folder, 'sent-mails.db'))));
});
