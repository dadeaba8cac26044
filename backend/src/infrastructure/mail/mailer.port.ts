/**
 * A mail to one person. `id` (letters, digits and hyphens) names it for good: the same id is the same mail.
 */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Sends mail. Its contract is `test/contracts/mail.contract.ts`. */
export abstract class Mailer {
  /**
   * Hands the mail over for good; sending the same id again does nothing. @throws Error when it could not be
   * handed over
   */
  abstract send(mail: Mail): Promise<void>;
}
