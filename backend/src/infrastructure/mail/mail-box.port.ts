/** A mail that was sent, without its parts. */
export interface MailSummary {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** ISO 8601. */
  readonly sentAt: string;
}

/** A mail that was sent, whole. */
export interface SentMail extends MailSummary {
  readonly html: string;
  readonly text: string;
  /** What stands in the header List-Unsubscribe, without its brackets; null when there is none. */
  readonly unsubscribe: string | null;
}

/** Looks into the mails of a mailer that keeps them here, instead of sending them out. */
export abstract class MailBox {
  /** The newest mails, newest first, at most so many. */
  abstract list(limit: number): Promise<MailSummary[]>;
  /** One mail by the id it was sent under, or null. */
  abstract read(id: string): Promise<SentMail | null>;
}
