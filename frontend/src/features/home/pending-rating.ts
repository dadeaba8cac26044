import * as v from 'valibot';
import { createStore } from '../../lib/create-store.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

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

const key = 'pendingRating';
const storage = (): Storage => sessionStorage;

function readStoredRating(): PendingRating | 'invalid' | null {
  const json = readStored(storage, key);
  return json === null ? null : (parsePendingRating(json) ?? 'invalid');
}

/** The rating that waits in this tab: null if there is none, 'invalid' if the stored text is not a saved rating. */
export const pendingRatingStore = createStore(readStoredRating());

/** Stores the eight fields of a rating in this tab. */
export function savePendingRating(rating: PendingRating): void {
  const saved = toPendingRating(rating);
  writeStored(storage, key, JSON.stringify(saved));
  pendingRatingStore.write(saved);
}

/** Removes the rating of this tab. */
export function clearPendingRating(): void {
  writeStored(storage, key, null);
  pendingRatingStore.write(null);
}
