import path from 'node:path';
import tls from 'node:tls';
import { generate } from 'selfsigned';
import type { SMTPServerOptions } from 'smtp-server';
import type { KernelLogger } from '../../src/kernel/logger.js';
import { MailSpool } from '../../src/infrastructure/mail/smtp-spool.js';
import type { Mail } from '../../src/infrastructure/mail/mailer.port.js';
import { SmtpMailer } from '../../src/infrastructure/mail/smtp-mailer.js';
import { SqliteSentMails } from '../../src/infrastructure/mail/sqlite-sent-mails.js';
import { SmtpPostOffice } from '../support/smtp.js';
import { arrivedOf, mailContract } from './mail.contract.js';
import { useFolder } from '../support/folder.js';

const from = { name: 'Footnote', address: 'hello@footnote.example' };
const clock = { now: () => new Date('2026-11-21T09:30:00.000Z') };
const mail: Mail = {
  id: 'm-1',
  to: 'ann@example.org',
  subject: 'One',
  html: '<p>One</p>',
  text: 'One',
  unsubscribe: null,
};

const folder = useFolder();

describe('SmtpMailer', () => {
  let office: SmtpPostOffice;
  let sent: SqliteSentMails;
  let said: string[];

  const logger: KernelLogger = {
    info: () => undefined,
    error: (error, message) => said.push(`${message}: ${(error as Error).message}`),
  };
  const mailer = (url = office.url) => {
    const spool = new MailSpool(path.join(folder, 'waiting-mails'));
    return new SmtpMailer({ url, from, sent, spool, clock, logger });
  };
  const subjects = () => office.taken.map(({ subject }) => subject);
  const failure = (sending: Promise<void>) =>
    sending.then(
      () => 'sent',
      (error: Error) => error.message,
    );

  beforeEach(async () => {
    sent = new SqliteSentMails(path.join(folder, 'sent-mails.db'));
    office = await new SmtpPostOffice().listen();
    said = [];
  });

  afterEach(async () => {
    await office.close();
    await sent.close();
  });

  mailContract(() =>
    Promise.resolve({ mailer: mailer(), arrived: () => Promise.resolve(office.taken.map(arrivedOf)) }),
  );

  it('sets the sender, date and message id', async () => {
    await mailer().send(mail);
    expect(office.taken[0]).toMatchObject({
      from,
      date: '2026-11-21T09:30:00.000Z',
      messageId: '<m-1@footnote.example>',
    });
  });

  it('logs in when the URL has a user', async () => {
    await mailer(`smtp://ann%40footnote:p%40ss%20word@127.0.0.1:${office.port}`).send(mail);
    expect(office.users).toEqual(['ann@footnote']);
  });

  it('fails and can be retried when the login fails, without revealing the password', async () => {
    const wrong = mailer(`smtp://ann:secret-word@127.0.0.1:${office.port}`);
    expect(await failure(wrong.send(mail))).toMatch(/^a mail could not be sent: answer 535 to AUTH/);
    await mailer().send(mail);
    expect(subjects()).toEqual(['One']);
  });

  it('fails when the server rejects the sender, and the next try delivers', async () => {
    // The sender is the same for every mail: giving up would lose all of them.
    office.refuse = { from: '550 you are not welcome' };
    expect(await failure(mailer().send(mail))).toBe('a mail could not be sent: answer 550 to MAIL FROM');
    office.refuse = {};
    await mailer().send(mail);
    expect(subjects()).toEqual(['One']);
    expect(said).toEqual([]);
  });

  it.each([
    ['to', '550 no such user <ann@example.org>', 'RCPT TO'],
    ['data', '554 not that <ann@example.org>', 'DATA'],
  ] as const)('gives up when the server answers to %s: %s', async (step, words, command) => {
    office.refuse = { [step]: words };
    await mailer().send(mail);
    office.refuse = {};
    await mailer().send(mail);
    await mailer().send({ ...mail, id: 'm-2', subject: 'Two' });
    expect(subjects()).toEqual(['Two']);
    expect(said).toEqual([
      `the mail m-1 is given up: the mail server refused it permanently: answer ${words.slice(0, 3)} to ${command}`,
    ]);
  });

  it('gives up on an invalid address, so that other mails need not wait', async () => {
    await mailer().send({ ...mail, to: '' });
    await mailer().send({ ...mail, id: 'm-2', subject: 'Two' });
    expect(subjects()).toEqual(['Two']);
    expect(said).toHaveLength(1);
  });

  it('fails when the server is down, and works when it is back', async () => {
    const { url } = office;
    await office.close();
    expect(await failure(mailer(url).send(mail))).toMatch(/^a mail could not be sent: /);
    office = await new SmtpPostOffice().listen();
    await mailer().send(mail);
    expect(subjects()).toEqual(['One']);
  });

  it('does not resend an accepted mail when only the ledger failed', async () => {
    const add = sent.add.bind(sent);
    let isBroken = true;
    sent.add = (id, at) => (isBroken ? Promise.reject(new Error('the disk is full')) : add(id, at));
    const one = mailer();
    expect(await failure(one.send(mail))).toBe('the disk is full');
    isBroken = false;
    await one.send(mail);
    await mailer().send(mail);
    expect(subjects()).toEqual(['One']);
  });

  describe('to another machine', () => {
    // Linux routes it to this machine, but our rule compares names and treats it as another machine.
    const elsewhere = (port: number) => `smtp://ann:${encodeURIComponent('p@ss word')}@0.0.0.0:${port}`;

    it('sends nothing, and no password, to a server without TLS', async () => {
      expect(await failure(mailer(elsewhere(office.port)).send(mail))).toMatch(
        /^a mail could not be sent: .*STARTTLS/,
      );
      expect([office.users, office.taken]).toEqual([[], []]);
    });

    const fromTheStart = (port: number) => elsewhere(port).replace('smtp:', 'smtps:');
    const trusted = tls.getCACertificates();

    afterEach(() => tls.setDefaultCACertificates(trusted));

    /** A server with a new certificate for its address. */
    const withCertificate = async (options: SMTPServerOptions) => {
      const { private: key, cert } = await generate([{ name: 'commonName', value: 'mail.test' }], {
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '0.0.0.0' }] }],
      });
      return {
        cert,
        server: await new SmtpPostOffice({ disabledCommands: [], key, cert, ...options }).listen(),
      };
    };

    it.each([
      ['STARTTLS', {}, elsewhere],
      ['TLS from the start', { secure: true }, fromTheStart],
    ])('sends to a server with a trusted certificate, by %s', async (_, options, url) => {
      const encrypted: boolean[] = [];
      const { cert, server } = await withCertificate({
        ...options,
        onMailFrom: (_address, session, callback) => {
          encrypted.push(session.secure);
          callback();
        },
      });
      tls.setDefaultCACertificates([...trusted, cert]);
      try {
        await mailer(url(server.port)).send(mail);
        expect(server.taken.map(({ subject }) => subject)).toEqual(['One']);
        expect([server.users, encrypted]).toEqual([['ann'], [true]]);
      } finally {
        await server.close();
      }
    });

    it.each([
      ['STARTTLS', {}, elsewhere],
      ['TLS from the start', { secure: true }, fromTheStart],
    ])('sends nothing to a server that is not trusted, by %s (V12.3.2)', async (_, options, url) => {
      const { server: stranger } = await withCertificate(options);
      try {
        expect(await failure(mailer(url(stranger.port)).send(mail))).toMatch(/^a mail could not be sent: /);
        expect([stranger.users, stranger.taken]).toEqual([[], []]);
      } finally {
        await stranger.close();
      }
    });
  });
});
