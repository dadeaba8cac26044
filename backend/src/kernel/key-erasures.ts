/** Destroys the keys of erased people, and keeps the key store up with the erasures that stand in the log. */
export abstract class KeyErasures {
  /**
   * Destroys the keys of erased people. The key of a person of whom something is under a legal hold is set aside instead:
   * nothing can be read with it.
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  abstract erase(...people: readonly string[]): Promise<void>;
  /**
   * Destroys the keys that were set aside and that no hold needs any more; answers how many.
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  abstract release(): Promise<number>;
  /**
   * Does {@link erase} with the people who are erased by the log, of which an earlier copy of the key store still has some;
   * answers how many keys were there that must not be. It may be called at any time, and begins where the last call that
   * came to its end has stopped.
   * @param onProgress called with the part of the search that is done, from 0 to 1
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  abstract catchUp(onProgress?: (part: number) => void): Promise<number>;
}
