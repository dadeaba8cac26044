/** A rate limit for one key. */
export interface Quota {
  /** The hash of what is counted, never an address or a name. A key always has the same `most` and `windowMs`. */
  readonly key: string;
  /** The maximum number of hits within any window, at least 1. */
  readonly most: number;
  /** The length of the window in milliseconds. It is a sliding window: no boundary allows twice the limit. */
  readonly windowMs: number;
}

/** Counts hits for rate limits. Contract: `test/contracts/limits.contract.ts`. */
export abstract class LimitStore {
  /**
   * Counts one hit for every key if all quotas allow it at `now`; otherwise counts none.
   * @param quotas with distinct keys
   * @returns null when counted, else the first moment at which all quotas allow it
   * @throws DocumentStoreUnavailableError
   */
  abstract take(quotas: readonly Quota[], now: Date): Promise<Date | null>;
  /**
   * Takes back one hit of every key that was counted at `at`. Does nothing for a key without such a hit.
   * @throws DocumentStoreUnavailableError
   */
  abstract giveBack(keys: readonly string[], at: Date): Promise<void>;
  /** Deletes rows that are outside every window at `now`. Returns their number. */
  abstract removeExpired(now: Date): Promise<number>;
  abstract close(): Promise<void>;
}
