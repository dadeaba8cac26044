/** Keeps the key store up with the erasures that stand in the log. */
export abstract class KeyErasures {
  /**
   * Destroys the keys of people who are erased by the log, of which an earlier copy of the key store still has some;
   * answers how many keys were there that must not be. It may be called at any time, and begins where the last call that
   * came to its end has stopped.
   * @param onProgress called with the part of the search that is done, from 0 to 1
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  abstract catchUp(onProgress?: (part: number) => void): Promise<number>;
}
