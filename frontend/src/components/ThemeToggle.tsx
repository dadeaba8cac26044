import { Moon, Sun } from 'lucide-react';
import { createStore, useStore } from '../lib/create-store.ts';
import { writeStored } from '../lib/storage.ts';

/** `theme.js` has set the attribute before the first paint: as chosen here, or as in the system. */
const themeStore = createStore<'light' | 'dark'>('light');
if (!import.meta.env.SSR && document.documentElement.dataset.theme === 'dark') themeStore.write('dark');

function toggleTheme(): void {
  const next = themeStore.read() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  writeStored(() => localStorage, 'theme', next);
  themeStore.write(next);
}

export function ThemeToggle({ className = '' }: { className?: string }) {
  const theme = useStore(themeStore);
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      className={`grid size-11 shrink-0 place-items-center rounded-control hover:bg-wash hover:text-accent unscripted:hidden ${className}`}
    >
      <Moon aria-hidden className="size-5 dark:hidden" />
      <Sun aria-hidden className="hidden size-5 dark:block" />
    </button>
  );
}
