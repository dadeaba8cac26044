import { BlockList, Socket } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import nodemailer, { type NodemailerError } from 'nodemailer';
import { generate } from 'selfsigned';
import { smtpFailureOf } from '../../src/infrastructure/mail/smtp-failure.js';
import type { SMTPServerOptions } from 'smtp-server';
import type { KernelLogger } from '../../src/kernel/logger.js';
import { type SmtpTls, isNearby } from '../../src/infrastructure/mail/smtp-transport.js';
import { FolderMailSpool } from '../../src/infrastructure/mail/folder-mail-spool.js';
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
  const mailer = (url = office.url, mode: SmtpTls = 'required') => {
    const spool = new FolderMailSpool(path.join(folder, 'waiting-mails'));
    return new SmtpMailer({ url, tls: mode, from, sent, spool, maySend: () => true, clock, logger });
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

  it('says so when the server wants a login', async () => {
    office.refuse = { from: '530 5.7.0 log in' };
    expect(await failure(mailer().send(mail))).toMatch(
      /^a mail could not be sent: the mail server takes mails only after a login, .+ SMTP_URL, .+ \(answer 530 to MAIL FROM\)$/,
    );
  });

  it('fails and can be retried when the login fails, without revealing the password', async () => {
    const wrong = mailer(`smtp://ann:secret-word@127.0.0.1:${office.port}`);
    expect(await failure(wrong.send(mail))).toMatch(
      /^a mail could not be sent: the mail server refuses the login: check user and password in SMTP_URL, .+ \(answer 535 to AUTH/,
    );
    expect(await wrong.fault()).toMatch(/^the mail server refuses the login/);
    expect(await mailer().fault()).toBeNull();
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

  describe('with SMTP_TLS=off', () => {
    // Linux routes it to this machine, but it is no name of it.
    const relay = () => mailer(`smtp://0.0.0.0:${office.port}`, 'off');

    afterEach(() => jest.restoreAllMocks());

    it('sends without TLS to a server that is near', async () => {
      expect(await relay().fault()).toBeNull();
      await relay().send(mail);
      expect(subjects()).toEqual(['One']);
    });

    it('says nothing to a server whose connection leads elsewhere, whatever its name', async () => {
      // No address of another network can be reached from everywhere.
      const check = jest.spyOn(BlockList.prototype, 'check').mockReturnValue(false);
      expect(await failure(relay().send(mail))).toMatch(
        /^a mail could not be sent: SMTP_TLS is off, .* public address: remove SMTP_TLS \(ENOTPRIVATE\)$/,
      );
      expect(check).toHaveBeenCalledWith('127.0.0.1', 'ipv4');
      expect(office.asked).toBe(0);
    });

    it('names a server that does not answer', async () => {
      // A firewall drops what is sent there, which takes ten seconds.
      const connection = nodemailer.createTransport({ host: '192.0.2.1', port: 587, connectionTimeout: 20 });
      const dropped = jest.spyOn(Socket.prototype, 'connect').mockReturnThis();
      const { reason } = await connection.verify().then(
        () => ({ reason: 'connected' }),
        (error: NodemailerError) => smtpFailureOf(error),
      );
      expect(dropped).toHaveBeenCalled();
      expect(reason).toMatch(
        /^the mail server does not answer in time: .+ firewall .+ \(ETIMEDOUT to CONN\)$/,
      );
    });

    it('names a port where nothing listens', async () => {
      const { url } = office;
      await office.close();
      expect(await mailer(url, 'off').fault()).toMatch(/^nothing listens there: .*\(ECONNREFUSED\)$/);
      expect(await mailer(url).fault()).toMatch(/^nothing listens there: .*\(ECONNREFUSED to CONN\)$/);
      office = await new SmtpPostOffice().listen();
    });

    it.each([
      ['127.8.0.1', '10.0.0.1', '172.31.255.1', '192.168.0.9', '169.254.1.1', true],
      ['::1', 'fd00::1', 'fe80::1%eth0', '::ffff:10.0.0.1', '::ffff:127.0.0.1', true],
      ['8.8.8.8', '172.32.0.1', '11.0.0.1', '192.169.0.1', '0.0.0.0', false],
      ['2001:db8::1', '::ffff:8.8.8.8', 'fec0::1', '::', '', false],
    ] as const)('takes %s, %s, %s, %s and %s for near: %s', (...row) => {
      const near = row.pop();
      expect(row.map((address) => isNearby(String(address)))).toEqual(row.map(() => near));
    });
  });

  describe('to another machine', () => {
    // Linux routes it to this machine, but our rule compares names and treats it as another machine.
    const elsewhere = (port: number) => `smtp://ann:${encodeURIComponent('p@ss word')}@0.0.0.0:${port}`;

    it('sends nothing, and no password, to a server without TLS', async () => {
      expect(await failure(mailer(elsewhere(office.port)).send(mail))).toMatch(
        /^a mail could not be sent: this port of the mail server offers no STARTTLS: .*SMTP_TLS=off \(answer 500 to STARTTLS\)$/,
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

    it('names the setting when the port expects TLS, or does not', async () => {
      const { server } = await withCertificate({ secure: true });
      try {
        expect(await mailer(fromTheStart(office.port)).fault()).toMatch(
          /^this port of the mail server does not begin with TLS: let SMTP_URL begin with smtp:\/\/.+ \(ERR_SSL_\w+ to CONN\)$/,
        );
        // Sooner than our own limit of ten seconds: this server waits for us.
        const { port } = server;
        const silent = nodemailer.createTransport({ host: '127.0.0.1', port, greetingTimeout: 20 }).verify();
        const { reason } = await silent.then(
          () => ({ reason: 'greeted' }),
          (error: NodemailerError) => smtpFailureOf(error),
        );
        expect(reason).toBe(
          'the mail server says nothing: if this port begins with TLS, as 465 does, let SMTP_URL begin with smtps:// (ETIMEDOUT to CONN)',
        );
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
        expect(await failure(mailer(url(stranger.port)).send(mail))).toMatch(
          /^a mail could not be sent: Node does not know who signed .+ NODE_EXTRA_CA_CERTS \(DEPTH_ZERO_SELF_SIGNED_CERT to CONN\)$/,
        );
        expect([stranger.users, stranger.taken]).toEqual([[], []]);
      } finally {
        await stranger.close();
      }
    });
  });
});
