import { Moon, Sun } from 'lucide-react';
import { createStore, useStore } from '../lib/create-store.ts';
import { writeStored } from '../lib/storage.ts';

/** Light is the default. A small script sets the attribute before the first paint. */
const themeStore = createStore(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function toggleTheme(): void {
  const next = themeStore.read() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  writeStored(() => localStorage, 'theme', next);
  themeStore.write(next);
}

export function ThemeToggle() {
  const theme = useStore(themeStore);
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      className="grid size-11 place-items-center rounded-control hover:bg-wash hover:text-accent"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
