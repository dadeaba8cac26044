/**
 * A mail to one person. `id` (letters, digits and hyphens, 1 to 100) names it for good: the same id is the same mail.
 */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The https or http address that one post to stops such mails (RFC 8058); null where none follow. */
  readonly unsubscribe: string | null;
}

/** Sends mail. Its contract is `test/contracts/mail.contract.ts`. */
export abstract class Mailer {
  /**
   * Hands the mail over for good; sending the same id again does nothing. An address that the mail can never reach is
   * no error, as trying again would not help. Nor is one that refuses this mail for now: it waits here, for `tryAgain`.
   * @throws RangeError for an id or an unsubscribe address that can't be one
   * @throws PausingError when no mail can be handed over at all; its message names no address
   */
  abstract send(mail: Mail): Promise<void>;

  /**
   * The same for a mail that its sender keeps until it is handed over: answers false where the address refuses it for
   * now, and nothing of it stays here. The caller tries again.
   * @throws as {@link send}
   */
  async handOver(mail: Mail): Promise<boolean> {
    await this.send(mail);
    return true;
  }

  /** Whether a mail of this id was sent or given up, as far back as that is remembered, or waits. */
  abstract knows(id: string): Promise<boolean>;

  /** The ids of the mails that wait and are due to be tried again; none with a mailer that nobody can refuse. */
  async waiting(): Promise<string[]> {
    return [];
  }

  /**
   * Tries a mail that waits again, if it is due; one that is refused for too long is given up.
   * @throws Error when nothing can be handed over at all; its message names no address
   */
  async tryAgain(_id: string): Promise<void> {}

  /**
   * Leaves no trace of an address in what the mailer itself keeps: every mail to it is removed, but that with the id
   * `receiptId`, which stays readable with `deleted-account@footnote.invalid` in its place. What was handed over to
   * somebody else is out of reach.
   */
  abstract forget(address: string, receiptId: string): Promise<void>;
}
