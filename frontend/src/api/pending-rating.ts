import * as v from 'valibot';
import { createStore } from '../lib/create-store.ts';
import { readStored, writeStored } from '../lib/storage.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  imageUrl: text,
  imageHash: text,
  averageRating: text,
  toeAlignment: text,
  toeNails: text,
  footShape: text,
  aesthetic: text,
  aiComment: v.string(),
});

/** A rating that its owner wants to publish: the eight fields that the call needs. */
export type PendingRating = v.InferOutput<typeof schema>;

/** Parses a pending rating from JSON; undefined if one of the eight fields is missing or not a string. */
export function parsePendingRating(json: string): PendingRating | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(json));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

/** Picks the eight fields. */
export function toPendingRating(rating: PendingRating): PendingRating {
  return v.parse(schema, rating);
}

/** A rating that waits in this tab, and the account that it belongs to: null until its visitor signs in. */
export interface SavedRating {
  rating: PendingRating;
  accountId: string | null;
}

const markSchema = v.object({ accountId: v.nullable(v.string()), savedAt: v.number() });

/** Whose a saved rating is, and when it was saved (ms since 1970). */
type Mark = v.InferOutput<typeof markSchema>;

const key = 'pendingRating';
const markKey = 'pendingRatingMark';
/** The time of the last sign-out in this browser. Other tabs get an event when it changes. */
export const signedOutKey = 'signedOutAt';
const storage = (): Storage => sessionStorage;
const sharedStorage = (): Storage => localStorage;

function parseMark(json: string | null): Mark {
  try {
    return v.parse(markSchema, JSON.parse(json ?? ''));
  } catch {
    return { accountId: null, savedAt: 0 };
  }
}

/**
 * Reads a saved rating from the stored texts: null if none is saved, or if a user has signed out since it was saved
 * (this tab may have been asleep); 'invalid' if the text is not a rating.
 */
export function readSavedRating(
  json: string | null,
  markJson: string | null,
  signedOutAt: string | null,
): SavedRating | 'invalid' | null {
  if (json === null) return null;
  const { accountId, savedAt } = parseMark(markJson);
  if (signedOutAt !== null && savedAt <= Number(signedOutAt)) return null;
  const rating = parsePendingRating(json);
  return rating ? { rating, accountId } : 'invalid';
}

/** The saved rating after a person has signed in: theirs, a visitor's that becomes theirs, or none. */
export function savedRatingFor(saved: SavedRating | null, accountId: string): SavedRating | null {
  if (saved === null || saved.accountId === accountId) return saved;
  return saved.accountId === null ? { ...saved, accountId } : null;
}

const readStoredRating = (): SavedRating | 'invalid' | null =>
  readSavedRating(
    readStored(storage, key),
    readStored(storage, markKey),
    readStored(sharedStorage, signedOutKey),
  );

/** The rating that waits in this tab: null if none waits, 'invalid' if the stored text is not a saved rating. */
export const pendingRatingStore = createStore(readStoredRating());

/** Reads the rating of this tab again, after a time in which the tab may have missed a sign-out. */
export function rereadPendingRating(): void {
  pendingRatingStore.write(readStoredRating());
}

/** Stores the eight fields of a rating in this tab, for an account, or for a visitor until they sign in. */
export function savePendingRating(rating: PendingRating, accountId: string | null): void {
  const saved = toPendingRating(rating);
  const mark: Mark = { accountId, savedAt: Date.now() };
  writeStored(storage, key, JSON.stringify(saved));
  writeStored(storage, markKey, JSON.stringify(mark));
  pendingRatingStore.write({ rating: saved, accountId });
}

export function clearPendingRating(): void {
  writeStored(storage, key, null);
  writeStored(storage, markKey, null);
  pendingRatingStore.write(null);
}

/** Gives the rating of this tab to the account that has signed in, or removes it if it belongs to another account. */
export function assignPendingRating(accountId: string): void {
  const saved = pendingRatingStore.read();
  if (saved === null || saved === 'invalid') return;
  const kept = savedRatingFor(saved, accountId);
  if (kept === null) clearPendingRating();
  else if (kept !== saved) savePendingRating(kept.rating, accountId);
}

/** Removes the ratings that wait in all tabs of this browser, because the user has signed out. */
export function endPendingRatings(): void {
  clearPendingRating();
  writeStored(sharedStorage, signedOutKey, String(Date.now()));
}
