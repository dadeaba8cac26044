import { type KeyObject, createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A text was encrypted with another key, or was changed. */
export class OtherKeyError extends Error {
  constructor(options?: ErrorOptions) {
    super('it was encrypted with another personal key than the one in the key store', options);
  }
}

/** Encrypts a text with AES-256-GCM, bound to `id`, so that it can't be moved to another id. In base64. */
export function seal(key: Buffer, id: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(id));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** Decrypts what {@link seal} returned for the same id. @throws Error for another key or id, or a changed text */
export function unseal(key: Buffer, id: string, text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) throw new Error('its encrypted fields are truncated');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(id))
    .setAuthTag(tag);
  const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch (error) {
    // Where the id of the key was not stored, a wrong key or changed data is noticed only here.
    throw new OtherKeyError({ cause: error });
  }
}

/** Node takes 8 µs to see that a Buffer is no key object, and less than one to make a key object of it. */
function keyOf(key: Buffer): KeyObject {
  return createSecretKey(key);
}
