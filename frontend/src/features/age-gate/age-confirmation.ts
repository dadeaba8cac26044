import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

const key = 'ageVerified';
const listeners = new Set<() => void>();
/** What was confirmed since this page was loaded: counts even where the browser forbids storage. */
let confirmed = false;

function isConfirmed(): boolean {
  return confirmed || readStored(() => localStorage, key) === 'true';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the visitor has confirmed age and content, and the way to do so. */
export function useAgeConfirmation(): { isConfirmed: boolean; confirm: () => void } {
  return {
    isConfirmed: useSyncExternalStore(subscribe, isConfirmed),
    confirm: () => {
      confirmed = true;
      writeStored(() => localStorage, key, 'true');
      for (const listener of listeners) listener();
    },
  };
}
