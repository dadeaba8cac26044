import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KernelLogger } from '../../src/kernel/logger.js';
import { FolderMailSpool } from '../../src/infrastructure/mail/folder-mail-spool.js';
import type { Mail } from '../../src/infrastructure/mail/mailer.port.js';
import { SmtpMailer } from '../../src/infrastructure/mail/smtp-mailer.js';
import { SqliteSentMails } from '../../src/infrastructure/mail/sqlite-sent-mails.js';
import { TestClock } from '../support/app.js';
import { SmtpPostOffice } from '../support/smtp.js';
import { useFolder } from '../support/folder.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LATER = { to: '450 try later <ann@example.org>' };
const from = { name: 'Footnote', address: 'hello@footnote.example' };
const mail: Mail = {
  id: 'm-1',
  to: 'ann@example.org',
  subject: 'One',
  html: '<p>One</p>',
  text: 'One',
  unsubscribe: 'https://footnote.example/api/unsubscribe?token=abc',
};
const another: Mail = { ...mail, id: 'm-2', to: 'bob@example.org', subject: 'Two' };

const folder = useFolder();

describe('a mail that the server refuses temporarily', () => {
  let office: SmtpPostOffice;
  let sent: SqliteSentMails;
  let clock: TestClock;
  let said: string[];
  let mailer: SmtpMailer;
  let maySend: boolean;

  const logger: KernelLogger = {
    info: (facts, message) => said.push(`${message} ${JSON.stringify(facts)}`),
    error: (error, message) => said.push(`${message}: ${(error as Error).message}`),
  };
  const spoolFolder = () => path.join(folder, 'waiting-mails');
  /** A mailer after a start. */
  const started = (url = office.url) =>
    new SmtpMailer({
      maySend: () => maySend,
      url,
      tls: 'required',
      from,
      sent,
      spool: new FolderMailSpool(spoolFolder()),
      clock,
      logger,
    });
  const subjects = () => office.taken.map(({ subject }) => subject);
  const tryDue = async () => {
    const due = await mailer.waiting();
    for (const id of due) await mailer.tryAgain(id);
    return due;
  };
  const putAside = async (put = mail) => {
    office.refuse = LATER;
    await mailer.send(put);
    office.refuse = {};
  };

  beforeEach(async () => {
    sent = new SqliteSentMails(path.join(folder, 'sent-mails.db'));
    office = await new SmtpPostOffice().listen();
    clock = new TestClock();
    said = [];
    maySend = true;
    mailer = started();
  });

  afterEach(async () => {
    await office.close();
    await sent.close();
  });

  it.each([
    ['from', '451 try later', 'MAIL FROM'],
    ['to', '450 greylisted <ann@example.org>', 'RCPT TO'],
    ['data', '452 the mailbox of ann@example.org is full', 'DATA'],
  ] as const)(
    'at %s, with %s, does not delay other mails and is sent later',
    async (step, words, command) => {
      office.refuse = { [step]: words };
      await mailer.send(mail);
      office.refuse = {};
      await mailer.send(another);
      expect(subjects()).toEqual(['Two']);
      expect(said).toEqual([
        `a mail was temporarily refused and will be retried {"mail":"m-1","reason":"answer ${words.slice(0, 3)} to ${command}"}`,
      ]);
      expect(await tryDue()).toEqual([]);

      clock.advance(MINUTE);
      expect(await tryDue()).toEqual(['m-1']);
      expect(subjects()).toEqual(['Two', 'One']);
      expect(office.taken[1]).toMatchObject({
        to: [{ address: mail.to }],
        messageId: '<m-1@footnote.example>',
        date: '2026-11-21T12:00:00.000Z',
        html: expect.stringContaining(mail.html),
        text: expect.stringContaining(mail.text),
      });
      clock.advance(DAY);
      expect(await tryDue()).toEqual([]);
      expect(await readdir(spoolFolder())).toEqual([]);
    },
  );

  it('is not sent by a process that may have lost its lease', async () => {
    await putAside();
    clock.advance(MINUTE);
    maySend = false;
    await expect(tryDue()).rejects.toThrow('another process may be sending mails');
    await expect(mailer.send(another)).rejects.toThrow('another process may be sending mails');
    expect(subjects()).toEqual([]);
    maySend = true;
    expect(await tryDue()).toEqual(['m-1']);
    expect(subjects()).toEqual(['One']);
  });

  it('survives a restart', async () => {
    await putAside();
    mailer = started();
    clock.advance(MINUTE);
    await tryDue();
    expect(subjects()).toEqual(['One']);
  });

  it('is sent once, even if it is sent again while it waits or afterwards', async () => {
    await putAside();
    await mailer.send(mail);
    await started().send(mail);
    expect(subjects()).toEqual([]);
    expect(await mailer.knows(mail.id)).toBe(true);
    clock.advance(MINUTE);
    await Promise.all([mailer.tryAgain('m-1'), mailer.tryAgain('m-1')]);
    await mailer.send(mail);
    await started().send(mail);
    expect(subjects()).toEqual(['One']);
  });

  it('is sent once when the server stopped before removing it from the spool', async () => {
    await putAside();
    const file = path.join(spoolFolder(), 'm-1.json');
    const waiting = await readFile(file);
    clock.advance(MINUTE);
    await tryDue();
    await writeFile(file, waiting);
    mailer = started();
    expect(await tryDue()).toEqual(['m-1']);
    expect(subjects()).toEqual(['One']);
    expect(await readdir(spoolFolder())).toEqual([]);
  });

  it('is retried after pauses of up to an hour, also after a restart, and given up after a day', async () => {
    await putAside();
    office.refuse = LATER;
    const tries: number[] = [];
    for (let minute = 1; minute <= 25 * 60; minute += 1) {
      clock.advance(MINUTE);
      if (minute === 5) mailer = started();
      if ((await mailer.waiting()).length > 0) tries.push(minute);
      await tryDue();
    }
    expect(tries.slice(0, 8)).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
    expect(tries.at(-1)).toBe(24 * 60);
    expect(said.slice(1)).toEqual([
      'the mail m-1 is given up: it could not be sent for 24 hours: answer 450 to RCPT TO',
    ]);
    office.refuse = {};
    await mailer.send(mail);
    expect([subjects(), await readdir(spoolFolder())]).toEqual([[], []]);
  });

  it('is given up when it is refused permanently later', async () => {
    await putAside();
    office.refuse = { to: '550 no such user <ann@example.org>' };
    clock.advance(MINUTE);
    await tryDue();
    expect(said.slice(1)).toEqual([
      'the mail m-1 is given up: the mail server refused it permanently: answer 550 to RCPT TO',
    ]);
    office.refuse = {};
    clock.advance(DAY);
    await tryDue();
    await mailer.send(mail);
    expect([subjects(), await readdir(spoolFolder())]).toEqual([[], []]);
  });

  it('keeps waiting while the server is down, and does not block other waiting mails', async () => {
    await putAside();
    clock.advance(1);
    await putAside(another);
    const { port } = office;
    await office.close();
    clock.advance(MINUTE);
    await expect(tryDue()).rejects.toThrow(/^a mail could not be sent: [^@]*$/);
    expect(await mailer.waiting()).toEqual(['m-2']);
    office = await new SmtpPostOffice().listen(port);
    await tryDue();
    expect(subjects()).toEqual(['Two']);
    clock.advance(2 * MINUTE);
    await tryDue();
    expect(subjects()).toEqual(['Two', 'One']);
  });

  it('is left to a sender who keeps it, and goes out once', async () => {
    office.refuse = LATER;
    expect(await mailer.handOver(mail)).toBe(false);
    expect(await mailer.waiting()).toEqual([]);
    expect(await readdir(folder)).not.toContain('waiting-mails');
    office.refuse = {};
    for (const one of [mailer, mailer, started()]) expect(await one.handOver(mail)).toBe(true);
    expect(subjects()).toEqual(['One']);
    office.refuse = { from: '550 you are not welcome' };
    await expect(mailer.handOver(another)).rejects.toThrow('a mail could not be sent');
  });

  it('is removed when its address is erased; mails to others stay', async () => {
    await putAside();
    await putAside(another);
    await mailer.forget(mail.to);
    clock.advance(MINUTE);
    expect(await tryDue()).toEqual(['m-2']);
    expect(subjects()).toEqual(['Two']);
  });

  it('is skipped when it is damaged, and sent when it is sent again', async () => {
    await putAside();
    await writeFile(path.join(spoolFolder(), 'm-1.json'), '');
    expect([await mailer.damaged(), await mailer.waiting()]).toEqual([['m-1.json'], []]);
    await mailer.send(mail);
    expect(subjects()).toEqual(['One']);
  });
});
