import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { FolderMailer } from '../../src/infrastructure/mail/folder-mailer.js';
import { mailContract } from './mail.contract.js';

const from = { name: 'Footnote', address: 'hello@footnote.example' };
const clock = { now: () => new Date('2026-11-21T09:30:00.000Z') };
const mail = { id: 'm-1', to: 'ann@example.org', subject: 'One', html: '<p>One</p>', text: 'One' };

describe('FolderMailer', () => {
  let folder: string;
  const open = () => new FolderMailer(folder, from, clock);

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'footnote-mail-')), 'mail');
  });

  afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

  mailContract(async () => ({
    mailer: open(),
    arrived: async () => {
      const files = await readdir(folder).catch(() => []);
      const parsed = await Promise.all(
        files.sort().map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))),
      );
      return parsed.map(({ to, subject, html, text }) => ({
        to: to?.map(({ address }) => address).join(', ') ?? '',
        subject: subject ?? '',
        html: html?.trim() ?? '',
        text: text?.trimEnd() ?? '',
      }));
    },
  }));

  it('names files by number and id, and goes on counting where another process stopped', async () => {
    await open().send(mail);
    await open().send({ ...mail, id: 'm-2' });
    expect((await readdir(folder)).sort()).toEqual(['000001-m-1.eml', '000002-m-2.eml']);
  });

  it('writes whole RFC 5322 mails: sender, date and identity in the head, lines ended by CR LF', async () => {
    await open().send(mail);
    const bytes = await readFile(path.join(folder, '000001-m-1.eml'), 'utf8');
    expect(bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const parsed = await PostalMime.parse(bytes);
    expect(parsed.from).toMatchObject(from);
    expect(parsed.date).toBe('2026-11-21T09:30:00.000Z');
    expect(parsed.messageId).toBe('<m-1@footnote.example>');
  });

  it('lists the newest first, as many as are asked for, and reads one', async () => {
    const mailer = open();
    for (const number of [1, 2, 3])
      await mailer.send({ ...mail, id: `m-${number}`, subject: `Mail ${number}` });
    expect((await mailer.list(2)).map(({ id, subject }) => [id, subject])).toEqual([
      ['m-3', 'Mail 3'],
      ['m-2', 'Mail 2'],
    ]);
    expect(await mailer.read('m-2')).toMatchObject({
      to: mail.to,
      subject: 'Mail 2',
      text: expect.stringContaining('One'),
    });
  });

  it('knows no mail that was not sent, and takes no other file for one', async () => {
    const mailer = open();
    expect(await mailer.list(10)).toEqual([]);
    await mailer.send(mail);
    await writeFile(path.join(folder, 'notes.txt'), 'not a mail');
    expect((await mailer.list(10)).map(({ id }) => id)).toEqual(['m-1']);
    expect(await mailer.read('../000001-m-1')).toBeNull();
  });
});
