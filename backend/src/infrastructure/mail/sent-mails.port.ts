/**
 * Remembers which mails were handled, by id and time only: no address, no content. Its contract is
 * `test/contracts/sent-mails.contract.ts`.
 */
export abstract class SentMails {
  abstract has(id: string): Promise<boolean>;
  /** Records a mail as handled at `at`; a recorded time never changes. */
  abstract add(id: string, at: Date): Promise<void>;
  /** Deletes records from before `time`. Returns how many. */
  abstract removeBefore(time: Date): Promise<number>;
  abstract close(): Promise<void>;
}
