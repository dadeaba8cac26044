/**
 * The keys that personal data in events is encrypted with: 32 random bytes a person, kept outside the log.
 * Destroying a person's key makes every personal field of that person unreadable, for good.
 */
export abstract class KeyRing {
  /** The person's key, made when there is none yet. A destroyed key is not made again: answers null. */
  abstract obtain(person: string): Promise<Buffer | null>;
  /** The keys of those who have one. */
  abstract find(people: readonly string[]): Promise<Map<string, Buffer>>;
  /** Destroys a key; the person's tombstone stays. */
  abstract destroy(person: string): Promise<void>;
  abstract close(): Promise<void>;
}
