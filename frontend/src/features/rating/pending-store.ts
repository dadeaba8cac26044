import { useSyncExternalStore } from 'react';
import { type PendingRating, parsePendingRating, toPendingRating } from '../../lib/pending-rating.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

const key = 'pendingRating';
const listeners = new Set<() => void>();
const storage = (): Storage => sessionStorage;

/** The last JSON that was read and what it meant, so that an unchanged store gives the same object. */
let lastRead: { json: string; meaning: PendingRating | 'invalid' } | undefined;

function readPendingRating(): PendingRating | 'invalid' | null {
  const json = readStored(storage, key);
  if (json === null) return null;
  if (lastRead?.json !== json) lastRead = { json, meaning: parsePendingRating(json) ?? 'invalid' };
  return lastRead.meaning;
}

function write(json: string | null): void {
  writeStored(storage, key, json);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The rating that waits in this tab: null when there is none, 'invalid' when what is there is no saved rating. */
export function useStoredRating(): PendingRating | 'invalid' | null {
  return useSyncExternalStore(subscribe, readPendingRating);
}

/** Keeps the eight fields of a rating in this tab. */
export function savePendingRating(rating: PendingRating): void {
  write(JSON.stringify(toPendingRating(rating)));
}

/** Forgets the rating of this tab. */
export function clearPendingRating(): void {
  write(null);
}
