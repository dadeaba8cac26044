/**
 * A mail to one person. `id` (letters, digits and hyphens, 1 to 100) identifies it permanently: the same id is the
 * same mail.
 */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The https or http address for one-click unsubscribe (RFC 8058); null if no further mails follow. */
  readonly unsubscribe: string | null;
}

/** Sends mail. Its contract is `test/contracts/mail.contract.ts`. */
export abstract class Mailer {
  /**
   * Sends a mail; sending the same id again does nothing. An address that can never be reached is no error, as a retry
   * would not help. A temporarily refused mail is no error either: the mailer keeps it for `tryAgain`.
   * @throws RangeError for an invalid id or unsubscribe address
   * @throws PausingError if no mail can be sent at all; its message contains no address
   */
  abstract send(mail: Mail): Promise<void>;

  /**
   * The same for a mail that the caller keeps until it is sent: returns false if the server refuses it temporarily,
   * and keeps nothing of it. The caller retries.
   * @throws as {@link send}
   */
  async handOver(mail: Mail): Promise<boolean> {
    await this.send(mail);
    return true;
  }

  /** Why no mail can be sent now, and what an operator does about it; null if nothing is wrong. Sends nothing. */
  async fault(): Promise<string | null> {
    return null;
  }

  /** Whether a mail with this id was sent, was given up, or waits; old ids may be forgotten. */
  abstract knows(id: string): Promise<boolean>;

  /** The ids of waiting mails that are due for a retry; always empty for a mailer that cannot be refused. */
  async waiting(): Promise<string[]> {
    return [];
  }

  /** The names of waiting mails that can't be read. They are skipped and keep nothing from being sent. */
  async damaged(): Promise<string[]> {
    return [];
  }

  /**
   * Retries a waiting mail if it is due; gives up a mail that was refused for too long.
   * @throws Error if no mail can be sent at all; its message contains no address
   */
  async tryAgain(_id: string): Promise<void> {}

  /**
   * Removes an address from everything that the mailer keeps: all mails to it are removed, except the one with the id
   * `receiptId`, which stays readable with `deleted-account@footnote.invalid` as its address. Copies that were already
   * sent are out of reach.
   */
  abstract forget(address: string, receiptId: string): Promise<void>;
}
