export interface MailSummary {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** ISO 8601. */
  readonly sentAt: string;
}

export interface SentMail extends MailSummary {
  readonly html: string;
  readonly text: string;
  /** The List-Unsubscribe header, without its brackets; null if missing. */
  readonly unsubscribe: string | null;
}

/** Reads the mails of a mailer that keeps them instead of sending them. */
export abstract class MailBox {
  /** The newest mails, newest first, at most so many. */
  abstract list(limit: number): Promise<MailSummary[]>;
  /** The mail with the id it was sent under, or null. */
  abstract read(id: string): Promise<SentMail | null>;
}
