import type { NodemailerError, SendMailOptions } from 'nodemailer';
import pLimit from 'p-limit';
import type { Clock } from '../../kernel/clock.js';
import type { KernelLogger } from '../../kernel/logger.js';
import { PausingError } from '../../kernel/reaction.js';
import type { MailSpool } from './mail-spool.port.js';
import { type Mail, Mailer } from './mailer.port.js';
import { type From, messageOf } from './mime-message.js';
import type { SentMails } from './sent-mails.port.js';
import { type SmtpFailure, smtpFailureOf } from './smtp-failure.js';
import { type SmtpTls, smtpTransport } from './smtp-transport.js';
import { firstRefused, refusedAgain } from './waiting-mail.js';

export interface SmtpMailerParts {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly url: string;
  readonly tls: SmtpTls;
  readonly from: From;
  readonly sent: SentMails;
  /** Where temporarily refused mails wait. */
  readonly spool: MailSpool;
  /** Whether this process sends mails now: of several, the active one does. */
  readonly maySend: () => boolean;
  readonly clock: Clock;
  readonly logger: KernelLogger;
}

/**
 * Sends mails through an SMTP server, one after the other. A mail counts as sent once the server answers 250. Its id
 * is then stored, and sending the same id again does nothing, even after a restart. A crash between these two steps,
 * which cannot be ruled out, sends a second copy with the same Message-ID. A temporarily refused mail (4xx) is set
 * aside, so that it does not block others, retried for 24 hours and then given up.
 */
export class SmtpMailer extends Mailer {
  private readonly transport: ReturnType<typeof smtpTransport>;
  /** One at a time: no mail is sent twice at once, or while it is being forgotten. */
  private readonly inTurn = pLimit(1);
  /** Handled, but not recorded yet, because the ledger failed. */
  private readonly unwritten = new Set<string>();

  constructor(private readonly parts: SmtpMailerParts) {
    super();
    this.transport = smtpTransport(parts.url, parts.tls);
  }

  override async send(mail: Mail): Promise<void> {
    const { from, clock, spool, logger } = this.parts;
    const now = clock.now();
    const message = messageOf(mail, from, now);
    await this.inTurn(async () => {
      if (await spool.find(mail.id)) return;
      const failure = await this.deliver(mail.id, message);
      if (!failure) return;
      if (failure.refused === null) throw notSent(failure);
      await spool.put(firstRefused(mail, now));
      logger.info(
        { mail: mail.id, reason: failure.reason },
        'a mail was temporarily refused and will be retried',
      );
    });
  }

  override async handOver(mail: Mail): Promise<boolean> {
    const { from, clock, logger } = this.parts;
    const message = messageOf(mail, from, clock.now());
    return this.inTurn(async () => {
      const failure = await this.deliver(mail.id, message);
      if (!failure) return true;
      if (failure.refused === null) throw notSent(failure);
      logger.info({ mail: mail.id, reason: failure.reason }, 'a mail was temporarily refused');
      return false;
    });
  }

  override async fault(): Promise<string | null> {
    return this.transport.verify().then(
      () => null,
      (error: NodemailerError) => smtpFailureOf(error).reason,
    );
  }

  override async knows(id: string): Promise<boolean> {
    return (await this.parts.sent.has(id)) || (await this.parts.spool.find(id)) !== null;
  }

  override async waiting(): Promise<string[]> {
    const now = this.parts.clock.now();
    const all = await this.parts.spool.list();
    return all.filter(({ dueAt }) => dueAt <= now).map(({ mail }) => mail.id);
  }

  override async damaged(): Promise<string[]> {
    return this.parts.spool.damaged();
  }

  override async tryAgain(id: string): Promise<void> {
    const { from, clock, spool } = this.parts;
    await this.inTurn(async () => {
      const now = clock.now();
      const waiting = await spool.find(id);
      if (!waiting || waiting.dueAt > now) return;
      const failure = await this.deliver(id, messageOf(waiting.mail, from, waiting.since));
      const again = failure && refusedAgain(waiting, now);
      if (again) {
        await spool.replace(again);
      } else {
        if (failure) await this.giveUp(id, `it could not be sent for 24 hours: ${failure.reason}`);
        await spool.remove(id);
      }
      if (failure?.refused === null) throw notSent(failure);
    });
  }

  /** Of sent mails only the id is kept, which identifies no person; waiting mails are removed. */
  override async forget(address: string): Promise<void> {
    await this.inTurn(() => this.parts.spool.forget(address));
  }

  /** Returns null if the mail is handled: sent, now or before, or permanently refused. */
  private async deliver(id: string, message: SendMailOptions): Promise<SmtpFailure | null> {
    if (this.unwritten.has(id)) {
      await this.writeDown(id);
    } else if (!(await this.parts.sent.has(id))) {
      const failure = await this.transmit(message);
      if (failure && failure.refused !== 'permanently') return failure;
      if (failure) await this.giveUp(id, `the mail server refused it permanently: ${failure.reason}`);
      else await this.writeDown(id);
    }
    return null;
  }

  private async transmit(message: SendMailOptions): Promise<SmtpFailure | null> {
    if (!this.parts.maySend()) throw new PausingError('another process may be sending mails');
    return this.transport.sendMail(message).then(
      () => null,
      (error: NodemailerError) => smtpFailureOf(error),
    );
  }

  private async giveUp(id: string, reason: string): Promise<void> {
    this.parts.logger.error(new Error(reason), `the mail ${id} is given up`);
    await this.writeDown(id);
  }

  private async writeDown(id: string): Promise<void> {
    this.unwritten.add(id);
    await this.parts.sent.add(id, this.parts.clock.now());
    this.unwritten.delete(id);
  }
}

/** No other mail could be sent either. */
function notSent({ reason }: SmtpFailure): Error {
  return new PausingError(`a mail could not be sent: ${reason}`);
}
