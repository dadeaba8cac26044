import { hash } from 'node:crypto';
import type { LoggedEvent, NewEvent } from '../event-log.js';
import type { PersonalKey } from '../key-ring.js';
import { OtherKeyError, seal, unseal } from '../sealed-text.js';

/** The field with all encrypted fields of an event, and the field with the id of the key. */
const SEALED = '$personal';
const SEALED_WITH = '$personalKey';
const KEY_ID_DIGITS = 16;

/** Whether the data contains encrypted fields. */
export function isSealed(data: object): boolean {
  return SEALED in data;
}

/** The event's data with `fields` encrypted together, and the id of the key. */
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
 * The event's data with its fields decrypted. Each of `fields` is null if the key is destroyed.
 * @param key undefined if the key store does not know the person
 * @throws Error when the key is unknown or another one
 */
export function opened(
  { id, data }: Pick<LoggedEvent, 'id' | 'data'>,
  fields: readonly string[],
  key: PersonalKey | undefined,
): Record<string, unknown> {
  const { [SEALED]: box, [SEALED_WITH]: keyId, ...open } = data as Record<string, unknown>;
  if (key === undefined) throw new Error('its personal key is not in the key store');
  if (key === 'destroyed') {
    for (const field of fields) open[field] = null;
    return open;
  }
  if (keyId !== idOf(key)) throw new OtherKeyError();
  return { ...open, ...(JSON.parse(unseal(key, id, String(box))) as object) };
}

/** The id of a key: a part of its hash, which reveals nothing about the key. */
function idOf(key: Buffer): string {
  return hash('sha256', key, 'hex').slice(0, KEY_ID_DIGITS);
}
