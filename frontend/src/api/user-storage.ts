import * as v from 'valibot';
import { createStore, type Store } from '../lib/create-store.ts';
import { readStored, writeStored } from '../lib/storage.ts';

/** Something that a person made and has not sent yet, and whose it is: null until its visitor signs in. */
interface UserStored<Value> {
  value: Value;
  accountId: string | null;
}

const markSchema = v.object({ accountId: v.nullable(v.string()), savedAt: v.number() });

/** Whose a value is, and when it was saved (ms since 1970). */
type Mark = v.InferOutput<typeof markSchema>;

/** The time of the last sign-out in this browser. Other tabs get an event when it changes. */
export const signedOutKey = 'signedOutAt';
const sharedStorage = (): Storage => localStorage;

/** Parses JSON that must match a schema; undefined if it does not. */
export function parseJson<Value>(schema: v.GenericSchema<unknown, Value>, json: string): Value | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(json));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a kept value from the stored texts: null if none is kept, or if it has ended since it was saved (this tab may have
 * been asleep); 'invalid' if the text does not match the schema. A mark that is damaged is a visitor's.
 * @param signedOutAt  when somebody last signed out
 * @param replacedAt  when another tab last replaced or removed it
 */
export function parseStored<Value>(
  schema: v.GenericSchema<unknown, Value>,
  json: string | null,
  markJson: string | null,
  { signedOutAt = null, replacedAt = null }: { signedOutAt?: string | null; replacedAt?: string | null } = {},
): UserStored<Value> | 'invalid' | null {
  if (json === null) return null;
  const mark = parseJson(markSchema, markJson ?? '') ?? { accountId: null, savedAt: 0 };
  if (signedOutAt !== null && mark.savedAt <= Number(signedOutAt)) return null;
  if (replacedAt !== null && mark.savedAt < Number(replacedAt)) return null;
  const value = parseJson(schema, json);
  return value === undefined ? 'invalid' : { value, accountId: mark.accountId };
}

/** A kept value after a person has signed in: theirs, a visitor's that becomes theirs, or none. */
export function storedFor<Value>(
  kept: UserStored<Value> | null,
  accountId: string,
): UserStored<Value> | null {
  if (kept === null || kept.accountId === accountId) return kept;
  return kept.accountId === null ? { ...kept, accountId } : null;
}

/** The value if this account (null: a visitor) may see it. That of an ended session waits until its account is back. */
export function shownTo<Value>(
  kept: UserStored<Value> | 'invalid' | null,
  accountId: string | null,
): Value | null {
  if (kept === null || kept === 'invalid') return null;
  return kept.accountId === null || kept.accountId === accountId ? kept.value : null;
}

interface UserStorage<Value> extends Pick<
  Store<UserStored<Value> | 'invalid' | null>,
  'read' | 'first' | 'subscribe'
> {
  /** Where it is stored. Other tabs get an event when it changes in local storage. */
  readonly key: string;
  keep: (value: Value, accountId: string | null) => void;
  drop: () => void;
  /** Reads the stored value again, after a time in which the tab may have missed a sign-out or a replacement. */
  reread: () => void;
  /** Gives the value to the account that has signed in, or removes it if it is another account's. */
  assign: (accountId: string) => void;
  /** Tells the other tabs that theirs has been replaced or removed. */
  replaceOthers: () => void;
}

interface Place<Value> {
  key: string;
  schema: v.GenericSchema<unknown, Value>;
  storage: () => Storage;
  /** Where the time of the last replacement is, if one value counts for all tabs. */
  replacedKey?: string;
}

/** Keeps a value in web storage until it is sent, or until its person signs out. */
export function createUserStorage<Value>({
  key,
  schema,
  storage,
  replacedKey,
}: Place<Value>): UserStorage<Value> {
  const markKey = `${key}Mark`;
  const stored = () =>
    parseStored(schema, readStored(storage, key), readStored(storage, markKey), {
      signedOutAt: readStored(sharedStorage, signedOutKey),
      replacedAt: replacedKey ? readStored(sharedStorage, replacedKey) : null,
    });
  const { read, first, subscribe, write } = createStore<UserStored<Value> | 'invalid' | null>(null);
  write(stored());
  const keep = (value: Value, accountId: string | null): void => {
    const mark: Mark = { accountId, savedAt: Date.now() };
    const kept = v.parse(schema, value);
    writeStored(storage, key, JSON.stringify(kept));
    writeStored(storage, markKey, JSON.stringify(mark));
    write({ value: kept, accountId });
  };
  const drop = (): void => {
    writeStored(storage, key, null);
    writeStored(storage, markKey, null);
    write(null);
  };
  return {
    key,
    read,
    first,
    subscribe,
    keep,
    drop,
    reread: () => write(stored()),
    assign: (accountId) => {
      const kept = read();
      if (kept === null || kept === 'invalid') return;
      const next = storedFor(kept, accountId);
      if (next === null) drop();
      else if (next !== kept) keep(next.value, accountId);
    },
    replaceOthers: () => {
      const mark = parseJson(markSchema, readStored(storage, markKey) ?? '');
      if (replacedKey) writeStored(sharedStorage, replacedKey, String(mark?.savedAt ?? Date.now()));
    },
  };
}

/** Notes that the user has signed out, which ends what is kept in all tabs of this browser. */
export function noteSignOut(): void {
  writeStored(sharedStorage, signedOutKey, String(Date.now()));
}
