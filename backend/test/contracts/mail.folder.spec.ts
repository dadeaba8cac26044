import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { FolderMailer } from '../../src/infrastructure/mail/folder-mailer.js';
import { useFolder } from '../support/folder.js';
import { arrivedOf, mailContract } from './mail.contract.js';

const from = { name: 'Footnote', address: 'hello@footnote.example' };
const clock = { now: () => new Date('2026-11-21T09:30:00.000Z') };
const mail = {
  id: 'm-1',
  to: 'ann@example.org',
  subject: 'One',
  html: '<p>One</p>',
  text: 'One',
  unsubscribe: null,
};

const folder = path.join(useFolder(), 'mail');

describe('FolderMailer', () => {
  const open = () => new FolderMailer(folder, from, clock);

  mailContract(async () => ({
    mailer: open(),
    arrived: async () => {
      const files = await readdir(folder).catch(() => []);
      return Promise.all(
        files
          .sort()
          .map(async (file) => arrivedOf(await PostalMime.parse(await readFile(path.join(folder, file))))),
      );
    },
  }));

  it('names files by number and id, and continues the numbers of another process', async () => {
    await open().send(mail);
    await open().send({ ...mail, id: 'm-2' });
    expect((await readdir(folder)).sort()).toEqual(['000001-m-1.eml', '000002-m-2.eml']);
  });

  it('writes complete RFC 5322 mails: sender, date and message id in the header, lines ending in CR LF', async () => {
    await open().send(mail);
    const bytes = await readFile(path.join(folder, '000001-m-1.eml'), 'utf8');
    expect(bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const parsed = await PostalMime.parse(bytes);
    expect(parsed.from).toMatchObject(from);
    expect(parsed.date).toBe('2026-11-21T09:30:00.000Z');
    expect(parsed.messageId).toBe('<m-1@footnote.example>');
  });

  it('writes files that other users of the machine cannot read', async () => {
    await open().send(mail);
    const modes = await Promise.all(
      [folder, path.join(folder, '000001-m-1.eml')].map(async (file) => (await stat(file)).mode),
    );
    expect(modes.map((mode) => mode & 0o077)).toEqual([0, 0]);
  });

  it('lists the newest mails first, up to the limit, and reads one', async () => {
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

  it('finds only sent mails and ignores other files', async () => {
    const mailer = open();
    expect(await mailer.list(10)).toEqual([]);
    await mailer.send(mail);
    await writeFile(path.join(folder, 'notes.txt'), 'not a mail');
    expect((await mailer.list(10)).map(({ id }) => id)).toEqual(['m-1']);
    expect(await mailer.read('../000001-m-1')).toBeNull();
  });

  describe('forgetting a person', () => {
    const address = 'Ann.Lee@example.org';
    const everyByte = async () => {
      const names = await readdir(folder);
      const files = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
      // Mails wrap long lines: undo the line breaks before searching.
      return [...names, ...files].join('\n').replaceAll('=\r\n', '').toLowerCase();
    };

    it('removes only their mails, and keeps the receipt without an address', async () => {
      const mailer = open();
      const unsubscribe = 'https://footnote.example/api/unsubscribe?token=abc';
      await mailer.send({ ...mail, id: 'm-1', to: address.toLowerCase() });
      await mailer.send({ ...mail, id: 'm-2', to: 'lee@example.org' });
      await mailer.send({ ...mail, id: 'm-3', to: address });
      await mailer.send({
        ...mail,
        id: 'receipt',
        to: address,
        subject: 'Your account was deleted',
        html: '<p>Gone, Ann.Lee@example.org – grüße</p>',
        text: 'Gone, ann.lee@EXAMPLE.org – grüße',
        unsubscribe,
      });
      await writeFile(path.join(folder, '.left-by-a-crash.draft'), `To: ${address}`);
      await mailer.forget(address, 'receipt');
      expect((await mailer.list(10)).map(({ id, to }) => [id, to])).toEqual([
        ['receipt', 'deleted-account@footnote.invalid'],
        ['m-2', 'lee@example.org'],
      ]);
      expect(await mailer.read('receipt')).toMatchObject({
        subject: 'Your account was deleted',
        sentAt: '2026-11-21T09:30:00.000Z',
        html: expect.stringContaining('<p>Gone, deleted-account@footnote.invalid – grüße</p>'),
        text: expect.stringContaining('Gone, deleted-account@footnote.invalid – grüße'),
        unsubscribe,
      });
      expect(await everyByte()).not.toContain('ann.lee');
    });

    it('can be repeated, and does nothing when no mail was sent', async () => {
      const mailer = open();
      await mailer.forget(address, 'receipt');
      await mailer.send({ ...mail, id: 'receipt', to: address });
      await mailer.forget(address, 'receipt');
      await mailer.forget(address, 'receipt');
      expect((await mailer.list(10)).map(({ id }) => id)).toEqual(['receipt']);
      expect(await everyByte()).not.toContain('ann.lee');
    });

    it('works while another call reads', async () => {
      const mailer = open();
      for (let number = 0; number < 20; number += 1)
        await mailer.send({ ...mail, id: `m-${number}`, to: address });
      const forgotten = mailer.forget(address, 'receipt');
      const looks = await Promise.all(Array.from({ length: 20 }, () => mailer.list(100)));
      await forgotten;
      expect(looks.every((mails) => mails.length <= 20)).toBe(true);
      expect(await mailer.list(100)).toEqual([]);
    });

    it.each([
      ['without a head', (text: string) => text.slice(text.indexOf('From:') + 200)],
      ['with a head that is too long', (text: string) => `X-Pad: ${'a'.repeat(3 << 20)}\r\n${text}`],
    ])('skips a damaged mail %s, and removes it if it contains the address', async (_, damage) => {
      const mailer = open();
      const text = `Please write to ${address} again, as it was agreed with you and everybody else.`;
      await mailer.send({
        ...mail,
        id: 'm-1',
        to: address,
        text: `${text}\n${text}`,
        html: `<p>${text}</p>`,
      });
      await mailer.send({ ...mail, id: 'm-2', to: address });
      await mailer.send({ ...mail, id: 'm-3', to: 'lee@example.org' });
      for (const file of ['000001-m-1.eml', '000003-m-3.eml']) {
        const whole = await readFile(path.join(folder, file), 'latin1');
        await writeFile(path.join(folder, file), damage(whole));
      }
      expect((await mailer.list(10)).map(({ id }) => id)).toEqual(['m-2']);
      await mailer.forget(address, 'receipt');
      expect(await everyByte()).not.toContain('ann.lee');
      expect(await readdir(folder)).toEqual(['000003-m-3.eml']);
    });

    it('finds an address with quotes', async () => {
      const mailer = open();
      await mailer.send({ ...mail, to: '"ann lee"@example.org' });
      await mailer.forget('"ann lee"@example.org', 'receipt');
      expect(await mailer.list(10)).toEqual([]);
    });
  });
});
