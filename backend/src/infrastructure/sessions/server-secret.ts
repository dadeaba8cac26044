import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { syncFolderNow } from '../sync-folder.js';

const SECRET_BYTES = 32;

/**
 * The server secret for keyed hashes of email addresses, mailed tokens and signed cookies. Each purpose derives its
 * own key. Hashes of addresses are stored, so the secret must never change.
 */
export class ServerSecret {
  constructor(private readonly secret: Buffer) {
    if (secret.length < SECRET_BYTES)
      throw new RangeError(`the secret must have at least ${SECRET_BYTES} bytes`);
  }

  /** The secret stored in `file`; created from random bytes if missing. @throws Error when the file is damaged */
  static keptIn(file: string): ServerSecret {
    try {
      return new ServerSecret(readFileSync(file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    make(file);
    return new ServerSecret(readFileSync(file));
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

/** Writes a secret to a draft and links it as `file`, so that two processes that start at once share one secret. */
function make(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, randomBytes(SECRET_BYTES));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  // Without this, a power cut could take the secret after the first accounts were created with it.
  syncFolderNow(path.dirname(file));
}
