/** A mail that was not sent, because the event that it is about was too old by then. It names no address. */
export interface LateMail {
  /** The id that it would have been sent under. */
  readonly id: string;
  readonly reaction: string;
  /** The event that it is about. */
  readonly type: string;
  readonly stream: string;
  readonly position: number;
  /** When that happened, ISO 8601. */
  readonly at: string;
}

/**
 * Mails that wait for an operator to decide about them, who may write to the people by hand. Every change is durable when its
 * promise resolves.
 */
export abstract class LateMails {
  /** Lists a mail, once by its id. @throws DocumentStoreUnavailableError, as every method does */
  abstract add(mail: LateMail): Promise<void>;
  /** All of them, in the order of the log. */
  abstract list(): Promise<readonly LateMail[]>;
  /** Empties the list; answers how many mails were in it. */
  abstract clear(): Promise<number>;
}
