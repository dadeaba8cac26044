/** Kernel store key: position up to which the traces of erased people are removed. */
export const SCRUBBED = 'scrubbed';

/** Completes the erasure of people. */
export abstract class Scrubber {
  /**
   * Removes all readable data of people whose keys are destroyed, and of ended sessions, from the documents and files of
   * views and sessions. It rebuilds every view, so run it for many people at once.
   * @throws Error when it could not finish; call it again
   */
  abstract scrub(): Promise<void>;
}
