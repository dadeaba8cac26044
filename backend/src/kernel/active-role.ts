/**
 * What one process of the site does at a time: it runs reactions, and the jobs that only one process may run. The only process of
 * a site is always active; of several, the one with the lease is.
 */
export abstract class ActiveRole {
  /** Whether no other process writes to the log and its stores. */
  abstract readonly isAlone: boolean;
  /** Whether this process is the active one now. False for one that was stopped for longer than the life of its lease. */
  abstract get isActive(): boolean;
}

/** The role of the only process of a site. */
export const ALONE: ActiveRole = { isAlone: true, isActive: true };

/** The role of a process that serves people, and leaves the rest to others. */
export const SERVING: ActiveRole = { isAlone: false, isActive: false };
