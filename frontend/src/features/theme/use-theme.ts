import { useSyncExternalStore } from 'react';
import { writeStored } from '../../lib/storage.ts';

/** Light is the default; the choice is kept in local storage under `theme`. */
export type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();

/** The page's own attribute is the truth: a small script sets it before the first paint. */
function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme now, and a way to turn it over. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, readTheme);
  const toggle = (): void => {
    const next: Theme = readTheme() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    writeStored(() => localStorage, 'theme', next);
    for (const listener of listeners) listener();
  };
  return { theme, toggle };
}
