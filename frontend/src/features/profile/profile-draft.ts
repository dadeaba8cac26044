import { readStored, writeStored } from '../../lib/storage.ts';
import { type ProfileEdits, profileFields } from './profile-form.ts';

const key = 'profileDraft';

/** The part of web storage that a draft is kept in. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface ProfileDraft {
  userId: string;
  edits: ProfileEdits;
}

function isDraft(value: unknown): value is ProfileDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, edits } = value as Partial<ProfileDraft>;
  return typeof userId === 'string' && typeof edits === 'object' && edits !== null;
}

function readDraft(store: () => Store): ProfileDraft | undefined {
  try {
    const value: unknown = JSON.parse(readStored(store, key) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps in this tab what a person has typed and could not save, until they take it back. */
export function keepDraft(draft: ProfileDraft, store: () => Store = () => sessionStorage): void {
  writeStored(store, key, JSON.stringify(draft));
}

/** What this person typed when their session ended; empty when there is nothing, or when it is somebody else's. */
export function draftOf(userId: string, store: () => Store = () => sessionStorage): ProfileEdits {
  const draft = readDraft(store);
  if (draft?.userId !== userId) return {};
  const known = profileFields.filter((field) => typeof draft.edits[field] === 'string');
  return Object.fromEntries(known.map((field) => [field, draft.edits[field]]));
}

/** Forgets what was kept, whosever it is. */
export function dropDraft(store: () => Store = () => sessionStorage): void {
  writeStored(store, key, null);
}
