import { Moon, Sun } from 'lucide-react';
import { useTheme } from './use-theme.ts';

/** Turns the page from light to dark and back. */
export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      className="grid size-11 place-items-center rounded-control hover:bg-wash hover:text-accent"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
