import { Link } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Logo } from '../../components/Logo.tsx';
import { ThemeToggle } from '../../components/ThemeToggle.tsx';
import { backOfficeLink } from '../../lib/back-office.ts';
import { AccountControl, AccountLinks } from './AccountControl.tsx';

const pages = [
  { to: '/', text: 'Upload' },
  { to: '/leaderboard', text: 'Leaderboard' },
  { to: '/boost', text: 'Boost' },
] as const;
// A chunk of its own: only people with unused boosts need it.
const UnusedBoosts = lazy(() =>
  import('../boosts/UnusedBoosts.tsx').then((module) => ({ default: module.UnusedBoosts })),
);

const ownPosts = { to: '/my-posts', text: 'My Posts' } as const;

export function Header() {
  const { user } = useSession();
  const [menuOpen, setMenuOpen] = useState(false);
  const menu = useId();
  const close = (): void => setMenuOpen(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the menu from all of the header
    <header
      className="relative z-20 bg-paper"
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && close()}
    >
      <div className="mx-auto flex h-18 max-w-7xl items-center gap-2 px-4 sm:px-6">
        <Logo className="mr-auto md:mr-8" />
        <nav aria-label="Main" className="mr-auto hidden gap-1 md:flex">
          {[...pages, ...(user ? [ownPosts] : []), ...(user?.isAdmin ? [backOfficeLink] : [])].map(
            ({ to, text }) => (
              <Link
                key={to}
                to={to}
                className="rounded-control px-3 py-2 font-semibold decoration-accent decoration-[3px] underline-offset-8 hover:text-accent aria-[current=page]:underline"
              >
                {text}
              </Link>
            ),
          )}
        </nav>
        {user && (
          <Suspense>
            <UnusedBoosts place="header" />
          </Suspense>
        )}
        <ThemeToggle />
        <div className="hidden md:block">
          <AccountControl />
        </div>
        <button
          type="button"
          aria-expanded={menuOpen}
          aria-controls={menu}
          onClick={() => setMenuOpen(!menuOpen)}
          aria-label={menuOpen ? 'Close menu' : 'Open menu'}
          className="grid size-11 place-items-center rounded-control hover:bg-wash md:hidden"
        >
          {menuOpen ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
        </button>
      </div>
      <div
        id={menu}
        hidden={!menuOpen}
        className="absolute inset-x-0 top-full animate-fade border-b-[1.5px] border-ink bg-paper shadow-lift md:hidden"
      >
        <nav aria-label="Menu" className="flex flex-col px-4 py-3">
          {pages.map(({ to, text }) => (
            <Link
              key={to}
              to={to}
              onClick={close}
              className="border-b border-rule py-3.5 font-display text-xl font-bold aria-[current=page]:text-accent"
            >
              {text}
            </Link>
          ))}
          <AccountLinks onLeave={close} />
          {user && (
            <Suspense>
              <UnusedBoosts place="menu" />
            </Suspense>
          )}
        </nav>
      </div>
      <div aria-hidden className="mx-auto max-w-7xl px-4 sm:px-6">
        <div className="scotch-rule" />
      </div>
    </header>
  );
}
