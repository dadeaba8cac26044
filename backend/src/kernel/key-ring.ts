/** A key of 32 bytes, or the mark that it was destroyed. */
export type PersonalKey = Buffer | 'destroyed';

/** What the name of a key that was set aside begins with. */
export const SET_ASIDE = 'held-';

/**
 * The keys for personal data in events: 32 random bytes per person, stored outside the log. Other keys that are destroyed
 * one day, like `network-2026-11-22`, are stored beside them. Destroying a key makes all personal fields of that person
 * permanently unreadable. A destroyed key leaves a tombstone, which distinguishes it from a key that is missing, for
 * example in an old backup. Its contract is
 * `test/contracts/key-ring.contract.ts`; every method throws DocumentStoreUnavailableError.
 */
export abstract class KeyRing {
  /** The person's key. Creates it if it does not exist; does not replace a destroyed key. */
  abstract create(person: string): Promise<PersonalKey>;
  /** The keys and tombstones by person. People without either are not in the map. */
  abstract find(people: readonly string[]): Promise<Map<string, PersonalKey>>;
  /** Destroys the keys of these people, who are different, and leaves tombstones. */
  abstract destroy(...people: readonly string[]): Promise<void>;
  /**
   * Moves the key of a person to another name, {@link SET_ASIDE} and theirs, and leaves a tombstone: nothing can be read with
   * it, and it is not destroyed. Under the other name it is found, named and destroyed as every key. Repeating it changes
   * nothing.
   */
  abstract setAside(person: string): Promise<void>;
  /** Writes tombstones for those of `people` who have no key, and changes no key. Returns how many. */
  abstract bury(people: readonly string[]): Promise<number>;
  /** The number of keys and tombstones. It never falls, so a smaller number means an earlier copy. */
  abstract size(): Promise<number>;
  /** The names with a key that is not destroyed and that start with `prefix` (letters, digits and hyphens), sorted. */
  abstract living(prefix: string): Promise<string[]>;
  /**
   * The position of the log up to which the keys of all erased people are destroyed; null if it is unknown. It is stored
   * with the keys, so an earlier copy of them has an earlier position.
   */
  abstract erasedUpTo(): Promise<number | null>;
  abstract noteErasedUpTo(position: number): Promise<void>;
  /** The id of the log that these keys belong to; null before {@link adopt}. */
  abstract logId(): Promise<string | null>;
  /** Records that these keys belong to this log. Which people it has erased is then unknown. */
  abstract adopt(logId: string): Promise<void>;
  abstract close(): Promise<void>;
}

/** An event with personal data can't be written because the person's key is not in the key store. */
export class KeyMissingError extends Error {
  override readonly name = 'KeyMissingError';

  constructor(type: string, person: string) {
    super(`${type} of ${person} can't be written: their personal key is not in the key store`);
  }
}
