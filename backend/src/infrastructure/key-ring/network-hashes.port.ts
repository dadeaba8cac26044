/**
 * Hashes of visitors' networks, to recognise a network for some days. Once the key is destroyed, a hash cannot be
 * linked to its network.
 */
export abstract class NetworkHashes {
  /**
   * The hashes of a network, 32 hexadecimal digits each: the first is for new records; the others are those that
   * records of the last `milliseconds` may have.
   * @throws DocumentStoreUnavailableError; RangeError if the key of the current day is already destroyed
   */
  abstract hashesOf(network: string, milliseconds: number): Promise<readonly [string, ...string[]]>;
  /** Destroys the keys that expired 30 days ago or earlier. Returns how many. */
  abstract destroyExpired(): Promise<number>;
}
