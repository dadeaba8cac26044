import type { EventLog, LoggedEvent } from '../event-log.js';
import type { KeyRing } from '../key-ring.js';
import type { EventCodec } from './codec.js';
import { eachPage } from './pages.js';

/** The key store is missing, empty or of another log, and there is personal data that nobody could read any more. */
export class KeysLostError extends Error {
  override readonly name = 'KeysLostError';
}

/** The parts that a look at the keys takes. */
export interface LogAndKeys {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly codec: Pick<EventCodec, 'subjectOf'>;
  readonly keys: Pick<KeyRing, 'find' | 'bury'>;
}

/** Where nobody has registered within so many events, the identity of the log alone tells whose keys these are. */
const LOOKED_THROUGH = 10_000;

/**
 * Refuses keys that are not those of this log. Keys are made before the first event is sealed with them, and never
 * removed: whatever copy of the right key store this is, it knows the person of the first sealed event.
 * @throws KeysLostError
 */
export async function checkKeys(parts: LogAndKeys): Promise<void> {
  const person = await firstPerson(parts);
  if (person === null || (await parts.keys.find([person])).has(person)) return;
  throw new KeysLostError(
    'The key store (keys.db in DATA_DIR, or MongoDB) does not belong to this log: it lacks the key of the first ' +
      'person in it. Bring the right key store back. If it is lost for good, npm run keys -- accept-loss gives up ' +
      'the personal data of everybody whose key is missing.',
  );
}

/**
 * Gives up the personal data of everybody whose key is unknown: from now on it reads as if they had been erased.
 * Returns how many people these are.
 */
export async function acceptKeyLoss({ log, codec, keys }: LogAndKeys): Promise<number> {
  let people = 0;
  await eachPage(log, async (page) => {
    people += await keys.bury(subjectsOf(page, codec));
    return true;
  });
  return people;
}

async function firstPerson({ log, codec }: Omit<LogAndKeys, 'keys'>): Promise<string | null> {
  let person: string | null = null;
  let seen = 0;
  await eachPage(log, async (page) => {
    person = subjectsOf(page, codec)[0] ?? null;
    seen += page.length;
    return person === null && seen < LOOKED_THROUGH;
  });
  return person;
}

function subjectsOf(page: readonly LoggedEvent[], codec: LogAndKeys['codec']): string[] {
  return page.flatMap((event) => codec.subjectOf(event) ?? []);
}
