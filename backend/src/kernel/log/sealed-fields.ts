import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import type { LoggedEvent, NewEvent } from '../event-log.js';
import type { PersonalKey } from '../key-ring.js';

/** Beside the open fields of an event: the sealed ones, and the key they are sealed with. */
const SEALED = '$personal';
/** Events written before this field came to be do not have it; programs of that time read past it. */
const SEALED_WITH = '$personalKey';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_DIGITS = 16;

/** Whether the data holds sealed fields. */
export function isSealed(data: object): boolean {
  return SEALED in data;
}

/** The event's data with `fields` sealed together, naming the key. */
export function sealed(
  { id, data }: Pick<NewEvent, 'id' | 'data'>,
  fields: readonly string[],
  key: Buffer,
): Record<string, unknown> {
  const open = { ...data } as Record<string, unknown>;
  const personal: Record<string, unknown> = {};
  for (const field of fields) {
    personal[field] = open[field];
    delete open[field];
  }
  return { ...open, [SEALED]: seal(key, id, JSON.stringify(personal)), [SEALED_WITH]: idOf(key) };
}

/**
 * The event's data with its sealed fields; each of `fields` is null once the key is destroyed.
 * @param key undefined where the key store does not know the person
 * @throws Error when the key is unknown or not the one that the fields are sealed with
 */
export function opened(
  { id, data }: Pick<LoggedEvent, 'id' | 'data'>,
  fields: readonly string[],
  key: PersonalKey | undefined,
): Record<string, unknown> {
  const { [SEALED]: box, [SEALED_WITH]: keyId, ...open } = data as Record<string, unknown>;
  if (key === undefined) throw new Error('the personal key that it is sealed with is not in the key store');
  if (key === 'destroyed') {
    for (const field of fields) open[field] = null;
    return open;
  }
  if (keyId !== undefined && keyId !== idOf(key)) throw new Error(OTHER_KEY);
  return { ...open, ...(JSON.parse(unseal(key, id, String(box))) as object) };
}

const OTHER_KEY = 'it is not sealed with the personal key that is in the key store';

/** What names a key in the open: a part of its hash, which says nothing of the key itself. */
function idOf(key: Buffer): string {
  return hash('sha256', key, 'hex').slice(0, KEY_ID_DIGITS);
}

/** AES-256-GCM, bound to the event's id so that a sealed text can't be moved to another event. */
function seal(key: Buffer, eventId: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(eventId));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function unseal(key: Buffer, eventId: string, text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) throw new Error('its sealed fields are cut short');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(eventId))
    .setAuthTag(tag);
  const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch (error) {
    // Events that name no key show only here that they are sealed with another one, or were changed.
    throw new Error(OTHER_KEY, { cause: error });
  }
}
