import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** At which step of a mail the server answers something else than yes, and what. */
export interface SmtpRefusals {
  from?: string;
  to?: string;
  data?: string;
}

/** A real SMTP server on a free port of this machine, which keeps in memory what it has taken. */
export class SmtpPostOffice {
  readonly taken: Email[] = [];
  /** The users that were let in. */
  readonly users: string[] = [];
  /** May be changed at any time; the answers begin with their code, `550 no such user`. */
  refuse: SmtpRefusals = {};
  /** How many recipients it was asked to take. */
  asked = 0;
  private readonly server: SMTPServer;

  /** @param options by default nobody has to show a password and there is no STARTTLS */
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
    // Whoever hangs up because of our certificate is no fault of the server's.
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

/** An error that the server answers with, or none. */
function answer(words: string | undefined): Error | null {
  if (!words) return null;
  return Object.assign(new Error(words.slice(4)), { responseCode: Number(words.slice(0, 3)) });
}
