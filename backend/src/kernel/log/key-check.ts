import type { EventLog, LoggedEvent } from '../event-log.js';
import type { KeyRing } from '../key-ring.js';
import type { EventCodec } from './codec.js';
import { eachBatch } from './whole-log.js';

/** The key store is missing, empty or of another log, so personal data in the log can't be read. */
export class KeysLostError extends Error {
  override readonly name = 'KeysLostError';
}

export interface LogAndKeys {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly codec: Pick<EventCodec, 'subjectOf'>;
  readonly keys: Pick<KeyRing, 'find' | 'bury'>;
}

/** The number of events that are searched for a person. If they name no person, only the identity of the log protects the keys. */
const SEARCHED = 10_000;

/**
 * Checks that the keys belong to this log. A key is created before the first event that is encrypted with it, and never
 * removed. So every copy of the right key store knows the person of the first encrypted event.
 * @throws KeysLostError
 */
export async function checkKeys(parts: LogAndKeys): Promise<void> {
  const person = await firstPerson(parts);
  if (person === null || (await parts.keys.find([person])).has(person)) return;
  throw new KeysLostError(
    'The key store (keys.db in DATA_DIR, or MongoDB) does not belong to this log, as it lacks the key of the first ' +
      'person in it: restore the right key store; if it is lost, npm run keys -- accept-loss gives up the personal ' +
      'data of all people whose key is missing.',
  );
}

/**
 * Gives up the personal data of all people whose key is missing: it is read as if they had been erased. Returns the number
 * of these people.
 */
export async function acceptKeyLoss({ log, codec, keys }: LogAndKeys): Promise<number> {
  let people = 0;
  await eachBatch(log, async (page) => {
    people += await keys.bury(subjectsOf(page, codec));
    return true;
  });
  return people;
}

async function firstPerson({ log, codec }: Omit<LogAndKeys, 'keys'>): Promise<string | null> {
  let person: string | null = null;
  let seen = 0;
  await eachBatch(log, async (page) => {
    person = subjectsOf(page, codec)[0] ?? null;
    seen += page.length;
    return person === null && seen < SEARCHED;
  });
  return person;
}

function subjectsOf(page: readonly LoggedEvent[], codec: LogAndKeys['codec']): string[] {
  return page.flatMap((event) => codec.subjectOf(event) ?? []);
}
