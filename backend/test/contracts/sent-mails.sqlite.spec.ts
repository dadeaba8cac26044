import path from 'node:path';
import { SqliteSentMails } from '../../src/infrastructure/mail/sqlite-sent-mails.js';
import { SentMailsSweep } from '../../src/reactions/mails/sent-mails-sweep.js';
import { TestClock } from '../support/app.js';
import { sentMailsContract } from './sent-mails.contract.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

describe('SqliteSentMails', () => {
  sentMailsContract(() => Promise.resolve(new SqliteSentMails(path.join(folder, 'sent-mails.db'))));

  it('is swept of mails that were sent more than 30 days ago', async () => {
    const clock = new TestClock();
    const mails = new SqliteSentMails(path.join(folder, 'sent-mails.db'));
    const sweep = new SentMailsSweep(mails, clock);
    await mails.add('m-1', clock.now());
    clock.advance(30 * 24 * 60 * 60 * 1000);
    expect([await sweep.sweep(), await mails.has('m-1')]).toEqual([0, true]);
    clock.advance(1);
    expect([await sweep.sweep(), await sweep.sweep(), await mails.has('m-1')]).toEqual([1, 0, false]);
    await mails.close();
  });
});
