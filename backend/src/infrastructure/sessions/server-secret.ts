import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
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

const SECRET_BYTES = 32;

/**
 * The server's one secret, for keyed hashes: of addresses (which must never change, so neither may the
 * secret), mailed tokens and signed cookies. Every purpose has a key of its own.
 */
export class ServerSecret {
  constructor(private readonly secret: Buffer) {
    if (secret.length < SECRET_BYTES)
      throw new RangeError(`the secret must have ${SECRET_BYTES} bytes or more`);
  }

  /**
   * The secret kept in `file`, made of fresh randomness when there is none. @throws Error when the file is
   * damaged
   */
  static keptIn(file: string): ServerSecret {
    try {
      return new ServerSecret(readFileSync(file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    make(file);
    return new ServerSecret(readFileSync(file));
  }

  /**
   * HMAC-SHA256 of `parts` with the key of `purpose`: 32 bytes. Parts are told apart, so ('a', 'bc') is not
   * ('ab', 'c').
   */
  hmac(purpose: string, ...parts: readonly string[]): Buffer {
    const key = createHmac('sha256', this.secret).update(purpose).digest();
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  }
}

/** SHA-256 as lower-case hexadecimal: how a random token is kept. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** Compares in a time that tells nothing of where two byte strings differ. */
export function sameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Writes a secret beside `file` and links it there whole, so that of two processes that start at once both
 * end up with the same.
 */
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
}
