import { Moon, Sun } from 'lucide-react';
import { createStore, useStore } from '../lib/create-store.ts';
import { writeStored } from '../lib/storage.ts';

type Theme = 'light' | 'dark';

/** `theme.js` has set the attribute before the first paint: as chosen here, or as in the system. */
export const themeStore = createStore<Theme>('light');
if (!import.meta.env.SSR && document.documentElement.dataset.theme === 'dark') themeStore.write('dark');

export function chooseTheme(next: Theme): void {
  document.documentElement.dataset.theme = next;
  writeStored(() => localStorage, 'theme', next);
  themeStore.write(next);
}

export function ThemeToggle({ className = '' }: { className?: string }) {
  const theme = useStore(themeStore);
  return (
    <button
      type="button"
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      className={`grid size-11 shrink-0 place-items-center rounded-control hover:bg-wash hover:text-accent unscripted:hidden ${className}`}
    >
      <Moon aria-hidden className="size-5 dark:hidden" />
      <Sun aria-hidden className="hidden size-5 dark:block" />
    </button>
  );
}
