import type { NodemailerError } from 'nodemailer';
import type { Clock } from '../engine/clock.port.js';
import type { EngineLogger } from '../engine/logger.port.js';
import { type Mail, Mailer } from './mailer.port.js';
import { type From, messageOf } from './message.js';
import type { SentMails } from './sent-mails.port.js';
import { smtpTransport } from './smtp-transport.js';

/** What an SMTP mailer works with. */
export interface SmtpMailerParts {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly url: string;
  readonly from: From;
  readonly sent: SentMails;
  readonly clock: Clock;
  readonly logger: EngineLogger;
}

/**
 * Hands mails over to an SMTP server, one after the other. A mail counts as sent from the server's 250 on; its id is
 * then written down, and the same id does nothing more, after a restart too. A crash between those two, which nothing
 * can rule out, sends a second copy; both have the same Message-ID.
 */
export class SmtpMailer extends Mailer {
  private readonly transport: ReturnType<typeof smtpTransport>;
  private sending: Promise<void> = Promise.resolve();
  /** Taken by the server, but not written down yet, because the ledger failed. */
  private readonly unwritten = new Set<string>();

  constructor(private readonly parts: SmtpMailerParts) {
    super();
    this.transport = smtpTransport(parts.url);
  }

  override async send(mail: Mail): Promise<void> {
    const { from, clock } = this.parts;
    const message = messageOf(mail, from, clock.now());
    const sent = this.sending.then(() => this.deliver(mail.id, message));
    this.sending = sent.catch(() => undefined);
    await sent;
  }

  /** Nothing of a mail stays here once it has been handed over but its id, which tells of nobody. */
  override async forget(): Promise<void> {
    await Promise.resolve();
  }

  private async deliver(id: string, message: ReturnType<typeof messageOf>): Promise<void> {
    const { sent, clock } = this.parts;
    if (!this.unwritten.has(id)) {
      if (await sent.has(id)) return;
      await this.handOver(id, message);
      this.unwritten.add(id);
    }
    await sent.add(id, clock.now());
    this.unwritten.delete(id);
  }

  private async handOver(id: string, message: ReturnType<typeof messageOf>): Promise<void> {
    const failure = await this.transport.sendMail(message).then(
      () => null,
      (error: NodemailerError) => error,
    );
    if (!failure) return;
    // What the server said may hold the address: neither the log nor /health gets to see it.
    const reason = reasonOf(failure);
    if (!isHopeless(failure)) throw new Error(`a mail could not be sent: ${reason}`);
    const refused = new Error(`the mail server refused it for good: ${reason}`);
    this.parts.logger.error(refused, `the mail ${id} is given up`);
  }
}

/** Steps of SMTP that are about this one mail: a refusal of anything before them would be one of every mail. */
const STEPS_OF_ONE_MAIL: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);

/** Whether this mail can never be delivered: refused for good (5xx) by the server, or no recipient that SMTP knows a way to write. */
function isHopeless({ code, command, permanent }: NodemailerError): boolean {
  if (code === 'EENVELOPE' && command === 'API') return true;
  return permanent === true && STEPS_OF_ONE_MAIL.has(command);
}

function reasonOf({ code, command, responseCode }: NodemailerError): string {
  return [responseCode ? `answer ${responseCode}` : code, command && `to ${command}`]
    .filter(Boolean)
    .join(' ');
}
