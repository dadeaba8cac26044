/**
 * Remembers which mails were dealt with, by id and time alone: no address, no words. Its contract is
 * `test/contracts/sent-mails.contract.ts`.
 */
export abstract class SentMails {
  /** Whether the mail of this id was dealt with. */
  abstract has(id: string): Promise<boolean>;
  /** Notes that it was, at `at`; once noted, the time stays. */
  abstract add(id: string, at: Date): Promise<void>;
  /** Forgets what was noted before `time`; answers how many that were. */
  abstract removeBefore(time: Date): Promise<number>;
  abstract close(): Promise<void>;
}
