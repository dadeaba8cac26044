import { isSameAddress, mentions } from './parsed-mail.js';
import type { WaitingMail } from './waiting-mail.js';

/** What is stored under a name: bytes, with the mail unless they are damaged. */
export interface StoredMail {
  readonly name: string;
  readonly bytes: Buffer;
  readonly waiting: WaitingMail | null;
}

/**
 * Stores the mails to retry until they are removed. Every change is durable when its promise resolves. Its contract is
 * `test/contracts/mail-spool.contract.ts`.
 */
export abstract class MailSpool {
  /** Null also for a damaged mail: it is written again. */
  abstract find(id: string): Promise<WaitingMail | null>;
  /** Stores a mail, replacing one with the same id. */
  abstract put(waiting: WaitingMail): Promise<void>;
  /** The same for a mail that is stored: nothing if it was removed, which forgot its address. */
  abstract replace(waiting: WaitingMail): Promise<void>;
  abstract remove(id: string): Promise<void>;
  protected abstract all(): Promise<StoredMail[]>;
  protected abstract removeAll(names: readonly string[]): Promise<void>;

  /** All waiting mails that can be read, the next due first. */
  async list(): Promise<WaitingMail[]> {
    return (await this.all())
      .flatMap(({ waiting }) => waiting ?? [])
      .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  }

  /** The names of those that can't be read. */
  async damaged(): Promise<string[]> {
    return (await this.all()).filter(({ waiting }) => !waiting).map(({ name }) => name);
  }

  /** Removes all waiting mails to an address, and what is left of damaged ones that contain it. */
  async forget(address: string): Promise<void> {
    const forgotten = (await this.all()).filter(({ waiting, bytes }) =>
      waiting ? isSameAddress(waiting.mail.to, address) : mentions(bytes, address),
    );
    await this.removeAll(forgotten.map(({ name }) => name));
  }
}
