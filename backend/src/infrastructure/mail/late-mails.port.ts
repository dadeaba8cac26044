/** A mail that was not sent because its event was too old by then. It contains no address. */
export interface LateMail {
  /** The id that it would have had. */
  readonly id: string;
  readonly reaction: string;
  /** The event that it is about. */
  readonly type: string;
  readonly stream: string;
  readonly position: number;
  /** Time of the event, ISO 8601. */
  readonly at: string;
}

/**
 * Mails that wait for an operator's decision, who may write to the people by hand. Every change is durable when its
 * promise resolves.
 */
export abstract class LateMails {
  /** Adds a mail, once by its id. @throws DocumentStoreUnavailableError, as every method does */
  abstract add(mail: LateMail): Promise<void>;
  /** All mails, in the order of the log. */
  abstract list(): Promise<readonly LateMail[]>;
  /** Empties the list. Returns how many mails were in it. */
  abstract clear(): Promise<number>;
}
