/**
 * Hashes of the networks that visitors come from, to know one again for some days. Nobody can tell any more which network
 * a hash is of once the key that it was made with is destroyed.
 */
export abstract class NetworkHashes {
  /**
   * The hashes of a network, 32 hexadecimal digits each: the first for what is written now; the others are those that it
   * may have been written under within the last `milliseconds`.
   * @throws DocumentStoreUnavailableError; RangeError where the clock stands at a time whose key is destroyed by now
   */
  abstract hashesOf(network: string, milliseconds: number): Promise<readonly [string, ...string[]]>;
  /** Destroys the keys whose time ended 30 days ago or earlier; answers how many that were. */
  abstract destroyExpired(): Promise<number>;
}
