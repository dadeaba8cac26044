export class LeaseHeldError extends Error {
  override readonly name = 'LeaseHeldError';

  /** @param holder where that process runs, for the message */
  constructor(holder: string, secondsAgo: number, secondsLeft: number) {
    super(
      `The store is in use by another Footnote process, of ${holder}, last seen ${secondsAgo} s ago. Stop that one first. ` +
        `If it was killed, the store becomes free in ${secondsLeft} s`,
    );
  }
}

/** Another process has taken the lease. This one must stop. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('Another Footnote process has taken over the store');
  }
}

/**
 * The right to use a log and its stores. One process has it at a time. It expires when it is not renewed. Its
 * contract is `test/contracts/lease.contract.ts`; every method throws DocumentStoreUnavailableError.
 */
export abstract class Lease {
  /** Another holder can take it this long after it was acquired or renewed last, in milliseconds. */
  abstract readonly lifeMs: number;
  /**
   * Takes the lease if it is free, has expired, or was this holder's before. Returns its fencing number, which is greater
   * than all earlier ones.
   * @throws LeaseHeldError
   */
  abstract acquire(): Promise<number>;
  /** Keeps the lease from expiring. @throws LeaseLostError */
  abstract renew(): Promise<void>;
  /** Releases the lease, so that another process can take it at once. Does nothing if it was lost. */
  abstract release(): Promise<void>;
}

/** A lease of several processes, as it is stored. */
export interface LeaseRow {
  readonly name: string;
  /** The process that holds it, by an id of its start; null after its release. */
  readonly holder: string | null;
  /** The fencing number: grows each time that it is taken. */
  readonly number: number;
  /** Grows each time that it is taken or renewed. */
  readonly beat: number;
  /** All leases that the process which took it last wants. */
  readonly wants: readonly string[];
}

/**
 * The leases that processes of one site take from each other. Time is no part of it: who wants a lease watches whether its
 * beat moves. Every method throws DocumentStoreUnavailableError.
 */
export abstract class LeaseTable {
  /** The rows of these leases; none for one that was never taken. */
  abstract rows(names: readonly string[]): Promise<readonly LeaseRow[]>;
  /**
   * Takes a lease if its row is still as it was seen, null for no row. Returns its fencing number, or null if it is not.
   */
  abstract take(
    name: string,
    seen: LeaseRow | null,
    by: Pick<LeaseRow, 'wants'> & { readonly holder: string },
  ): Promise<number | null>;
  /** Moves the beat of all leases of a holder. */
  abstract renew(holder: string): Promise<void>;
  /** Releases all leases of a holder. */
  abstract release(holder: string): Promise<void>;
}

/** A lease that other processes may end once it has expired. */
export abstract class ExpiringLease extends Lease {
  /**
   * Ends the lease, so that its holder can't renew it. Does nothing if nobody holds it.
   * @throws LeaseHeldError if it has not expired
   */
  abstract endExpired(): Promise<void>;
}
