import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Noted } from './waits.js';

/** The step of a mail that the server rejects, and its answer. */
export interface SmtpRefusals {
  from?: string;
  to?: string;
  data?: string;
}

/** A real SMTP server on a free local port, which keeps received mails in memory. */
export class SmtpPostOffice {
  readonly taken = new Noted<Email>();
  /** The users that have logged in. */
  readonly users: string[] = [];
  /** May be changed at any time; the answers start with their code, `550 no such user`. */
  refuse: SmtpRefusals = {};
  /** The number of recipients it was asked to accept. */
  asked = 0;
  private readonly server: SMTPServer;

  /** @param options by default there is no login and no STARTTLS */
  constructor(options: SMTPServerOptions = {}) {
    const keep = callbackify(async (bytes: Buffer) => {
      this.taken.push(await PostalMime.parse(bytes));
    });
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onAuth: ({ username = '', password }, _session, callback) => {
        if (password !== 'p@ss word') return callback(answer('535 no'));
        this.users.push(username);
        callback(null, { user: username });
      },
      onMailFrom: (_address, _session, callback) => callback(answer(this.refuse.from)),
      onRcptTo: (_address, _session, callback) => {
        this.asked += 1;
        callback(answer(this.refuse.to));
      },
      onData: (stream, _session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.refuse.data) return callback(answer(this.refuse.data));
          keep(Buffer.concat(chunks), (error) => callback(error));
        });
      },
      ...options,
    });
    // A client that disconnects because of our certificate is not an error of the server.
    this.server.on('error', () => undefined);
  }

  /** @param port by default a free one */
  async listen(port = 0): Promise<this> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server.server, 'listening');
    return this;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
  }
}

/** The configured error for a step, or none. */
function answer(words: string | undefined): Error | null {
  if (!words) return null;
  return Object.assign(new Error(words.slice(4)), { responseCode: Number(words.slice(0, 3)) });
}
