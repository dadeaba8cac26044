/** One line of the security log. Never put emails, names of people, passwords, tokens, addresses or texts into it. */
export interface SecurityEntry {
  /** What happened, such as `sign-in-failed`. `docs/operations.md` lists them. */
  readonly event: string;
  /** The account that it concerns; null if it is unknown. */
  readonly account?: string | null;
  /** The keyed hash of the network that it came from; null if it is unknown. */
  readonly network?: string | null;
  readonly requestId?: string;
  /** What was asked for: the method and the pattern of the address, without what stands in it. */
  readonly route?: string;
  /** The status of the answer. */
  readonly status?: number;
  /** The id in the address: of the post, the person or whatever else was aimed at. */
  readonly subject?: string;
  /** The types of the events that were written. */
  readonly wrote?: readonly string[];
  /** The ids of the acts that they name. */
  readonly acts?: readonly string[];
  /** The `code` of the answer, if it was an error. */
  readonly code?: string;
  /** The name of the limit that was reached. */
  readonly limit?: string;
  /** Whether sign-ins with this address were slowed down. */
  readonly slowed?: boolean;
  /** How many entries with the same event and network were left out before this one. */
  readonly unlogged?: number;
  /** An operator's command, and what it did. */
  readonly command?: string;
  readonly act?: string;
  /** What the operator gave as their name. */
  readonly operator?: string;
  readonly failed?: boolean;
}

/** The record of what concerns security, apart from the program's log. */
export abstract class SecurityLog {
  /** Records an entry of this moment. Never throws: a full disk must not stop the site. */
  abstract record(entry: SecurityEntry, at: Date): void;
  /** Writes what is still in memory. */
  abstract close(): Promise<void>;
}
