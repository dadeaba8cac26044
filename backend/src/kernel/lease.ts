/** Another process has the lease. */
export class LeaseHeldError extends Error {
  override readonly name = 'LeaseHeldError';

  /** @param holder where that process runs, for people */
  constructor(holder: string, secondsAgo: number, secondsLeft: number) {
    super(
      `The store is in use by another Footnote process, of ${holder}, last heard of ${secondsAgo} s ago; stop that one first. ` +
        `If it was killed, the store is free in ${secondsLeft} s`,
    );
  }
}

/** Another process has taken the lease since: this one must not go on. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('Another Footnote process has taken over the store');
  }
}

/**
 * The right to work on a log and its stores, which one process has at a time. It expires when it is not renewed. Its
 * contract is `test/contracts/lease.contract.ts`; every method throws DocumentStoreUnavailableError.
 */
export abstract class Lease {
  /**
   * Takes the lease when it is free, has expired, or was this holder's before. Returns its fencing number, which is
   * greater than that of every earlier one.
   * @throws LeaseHeldError
   */
  abstract acquire(): Promise<number>;
  /** Keeps the lease from expiring. @throws LeaseLostError */
  abstract renew(): Promise<void>;
  /** Gives the lease back, so that another can have it at once. One that was lost is no error. */
  abstract release(): Promise<void>;
}
