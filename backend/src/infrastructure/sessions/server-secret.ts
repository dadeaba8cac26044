import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KernelStore } from '../../kernel/kernel-store.js';
import { persistentSecret } from '../persistent-secret-file.js';
import { DamagedFileError } from '../disk/damaged-file.js';

const SECRET_BYTES = 32;
/** The kind of the kernel record that recognises the secret. */
const FINGERPRINT = 'secret-fingerprint';

interface Fingerprint {
  readonly hash: string;
}

/** The secret is not the one that the accounts were created with. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';

  constructor() {
    super(
      'The secret is not the one that this data was created with, so nobody could sign in. Restore the file secret in DATA_DIR from a backup, or set APP_SECRET to the earlier value.',
    );
  }
}

/**
 * The server secret for keyed hashes of email addresses, mailed tokens and signed cookies. Each purpose derives its
 * own key. Hashes of addresses are stored, so the secret must never change.
 */
export class ServerSecret {
  constructor(private readonly secret: Buffer) {
    if (secret.length < SECRET_BYTES)
      throw new RangeError(`the secret must have at least ${SECRET_BYTES} bytes`);
  }

  /** The secret stored in `file`; created from random bytes if missing. @throws DamagedFileError */
  static keptIn(file: string): ServerSecret {
    const kept = persistentSecret(file, () => randomBytes(SECRET_BYTES));
    try {
      return new ServerSecret(kept);
    } catch (error) {
      if (error instanceof RangeError) throw new DamagedFileError(file, error.message);
      throw error;
    }
  }

  /**
   * Compares the secret with the one that this store was used with first. Call it at each start.
   * @throws WrongSecretError
   */
  async requireSame(store: Pick<KernelStore, 'add' | 'get'>): Promise<void> {
    const value: Fingerprint = { hash: this.hmac('fingerprint').toString('hex') };
    await store.add(FINGERPRINT, 'first', value);
    const first = await store.get<Fingerprint>(FINGERPRINT, 'first');
    if (first?.hash !== value.hash) throw new WrongSecretError();
  }

  /** HMAC-SHA256 of `parts` with the key of `purpose`: 32 bytes. ('a', 'bc') and ('ab', 'c') differ. */
  hmac(purpose: string, ...parts: readonly string[]): Buffer {
    const key = createHmac('sha256', this.secret).update(purpose).digest();
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  }
}

/** Compares two byte strings in constant time. */
export function sameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
