/** How often something may happen, counted under a key. */
export interface Quota {
  /** What is counted: a hash, never an address or a name. A key always comes with the same `most` and `windowMs`. */
  readonly key: string;
  /** How often it may happen within any window: 1 or more. */
  readonly most: number;
  /** The window's length in milliseconds. It slides: there is no border around which twice as much could happen. */
  readonly windowMs: number;
}

/** Counts what is limited. Its contract is `test/contracts/limits.contract.ts`. */
export abstract class LimitStore {
  /**
   * Counts one more under every key, if every quota allows one at `now`; else under none.
   * @param quotas each with a key of its own
   * @returns null when it was counted, else the first moment at which all would allow it
   * @throws DocumentStoreUnavailableError
   */
  abstract take(quotas: readonly Quota[], now: Date): Promise<Date | null>;
  /** Throws away what no window reaches back to at `now`; answers how many rows that were. */
  abstract removeExpired(now: Date): Promise<number>;
  abstract close(): Promise<void>;
}
