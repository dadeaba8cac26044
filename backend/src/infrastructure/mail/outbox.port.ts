import type { Mail } from './mailer.port.js';

/** What is left to do with the address of an account that is being deleted. */
export interface Goodbye {
  readonly accountId: string;
  readonly to: string;
  /** Null if the address is not verified: no mail is sent, the address is only forgotten. */
  readonly letter: Omit<Mail, 'id' | 'to'> | null;
  readonly storedAt: Date;
}

/**
 * Keeps goodbye mails with their addresses, which the log cannot provide once the key of an account is destroyed. It
 * is stored outside the log, the views and the backups. Every change is durable when its promise resolves. Its
 * contract is `test/contracts/outbox.contract.ts`.
 */
export abstract class Outbox {
  /** Stores the entry of an account, replacing an earlier one. */
  abstract put(goodbye: Goodbye): Promise<void>;
  /** The entry of an account; null if there is none. */
  abstract find(accountId: string): Promise<Goodbye | null>;
  /** The accounts that have an entry, which may be damaged. */
  abstract accountIds(): Promise<string[]>;
  /** All entries, oldest first. */
  abstract list(): Promise<Goodbye[]>;
  /** Removes the entry of an account, so that no file shows its address; a missing one is no error. */
  abstract remove(accountId: string): Promise<void>;
}
