/** A key of 32 bytes, or the word that it was destroyed. */
export type PersonalKey = Buffer | 'destroyed';

/**
 * The keys that personal data in events is encrypted with: 32 random bytes a person, kept outside the log. Keys of other
 * things that end for good, like `network-2026-11-22`, lie beside them.
 * Destroying a person's key makes every personal field of that person unreadable, for good. A destroyed key leaves a
 * tombstone, so that it can be told from one that is missing here, as in an outdated copy. Its contract is
 * `test/contracts/key-ring.contract.ts`; every method throws DocumentStoreUnavailableError.
 */
export abstract class KeyRing {
  /** The person's key, made when there is none yet. A destroyed key is not made again. */
  abstract create(person: string): Promise<PersonalKey>;
  /** The keys of those who have or had one; people whose key is unknown are not in the map. */
  abstract find(people: readonly string[]): Promise<Map<string, PersonalKey>>;
  /** Destroys a key; the person's tombstone stays. */
  abstract destroy(person: string): Promise<void>;
  /** Writes tombstones for those of `people` whose key is unknown, and touches no key; returns how many. */
  abstract bury(people: readonly string[]): Promise<number>;
  /** How many people it has known. It never falls, so a smaller one is that of an earlier copy. */
  abstract size(): Promise<number>;
  /** The names that begin with `prefix` (letters, digits and hyphens) and have a key that is not destroyed, in their order. */
  abstract living(prefix: string): Promise<string[]>;
  /**
   * Up to which position of the log the keys of everybody who was erased there are destroyed; null where that is not
   * known. It lies with the keys, so that an earlier copy of them says how far that copy had come.
   */
  abstract erasedUpTo(): Promise<number | null>;
  /** Notes that position. */
  abstract noteErasedUpTo(position: number): Promise<void>;
  /** The id of the log that these keys belong to; null before {@link adopt}. */
  abstract logId(): Promise<string | null>;
  /** From now on these keys belong to this log, of which it is not known whom it has erased. */
  abstract adopt(logId: string): Promise<void>;
  abstract close(): Promise<void>;
}

/** A personal event is to be written for somebody whose key is not in the key store. */
export class KeyMissingError extends Error {
  override readonly name = 'KeyMissingError';

  constructor(type: string, person: string) {
    super(`${type} of ${person} can't be written: their personal key is not in the key store`);
  }
}
