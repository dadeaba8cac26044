import type { Mail } from './mailer.port.js';

/** What is left to do with the address of an account that is about to be deleted. */
export interface Goodbye {
  readonly accountId: string;
  readonly to: string;
  /** Null where nobody proved the address: nothing is mailed there, it is only forgotten. */
  readonly letter: Omit<Mail, 'id' | 'to'> | null;
  readonly storedAt: Date;
}

/**
 * Keeps goodbye letters with their addresses, which can't be read from the log any more once the key of an account is
 * destroyed. It lies outside the log, the views and the backups. Every change is durable when its promise resolves. Its
 * contract is `test/contracts/outbox.folder.spec.ts`.
 */
export abstract class Outbox {
  /** Stores what is left to do for an account, in place of what was stored for it. */
  abstract put(goodbye: Goodbye): Promise<void>;
  /** Null when nothing is stored for the account. */
  abstract find(accountId: string): Promise<Goodbye | null>;
  /** Everything that is stored, oldest first. */
  abstract list(): Promise<Goodbye[]>;
  /** Overwrites and removes what is stored for an account; when there is nothing, that is no error. */
  abstract remove(accountId: string): Promise<void>;
}
