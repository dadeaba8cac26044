/** Makes the erasure of people complete. */
export abstract class Scrubber {
  /**
   * Leaves nothing readable of people whose keys are destroyed and of sessions that have ended, in no document and in
   * no file of the read models and sessions. It builds every view anew, so that it is worth doing for many at once.
   * @throws Error when it could not be finished: then it is to be called again
   */
  abstract scrub(): Promise<void>;
}
