export interface BegunRequest {
  /** The hash of its content. */
  readonly fingerprint: string;
  /** Its answer, sealed; null if it got none that counts. */
  readonly answer: string | null;
}

/** Who is charged for a request that is remembered, as a hash, and how many of theirs are remembered at most. */
export interface Charged {
  readonly owner: string;
  readonly most: number;
}

/**
 * Remembers requests with an `Idempotency-Key` and their answers. It holds hashes and sealed answers only. Losing it loses no
 * data: requests are then executed like new ones. Contract: `test/contracts/idempotency.contract.ts`.
 */
export abstract class IdempotencyStore {
  /**
   * Notes a request, unless it is known. Forgets the oldest ones of its owner if there are too many.
   * @param id the hash of its sender and key
   * @returns null if it is new, else what is known of it
   * @throws DocumentStoreUnavailableError
   */
  abstract begin(
    id: string,
    fingerprint: string,
    expiresAt: Date,
    charged: Charged,
  ): Promise<BegunRequest | null>;
  /** Whether a request has begun. @throws DocumentStoreUnavailableError */
  abstract knows(id: string): Promise<boolean>;
  /** Stores the answer of a request that has begun. The first answer stays. @throws DocumentStoreUnavailableError */
  abstract finish(id: string, answer: string): Promise<void>;
  /** Deletes what has expired. Returns the number of rows. @throws DocumentStoreUnavailableError */
  abstract removeExpired(now: Date): Promise<number>;
  abstract close(): Promise<void>;
}
