import { Link } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Logo } from '../../components/Logo.tsx';
import { ThemeToggle } from '../../components/ThemeToggle.tsx';
import { backOfficeLink } from '../../lib/back-office.ts';
import { AccountControl, AccountLinks, OwnControl } from './AccountControl.tsx';

const pages = [
  { to: '/', text: 'Upload' },
  { to: '/rate', text: 'Rate' },
  { to: '/leaderboard', text: 'Leaderboard' },
  { to: '/boost', text: 'Boost' },
] as const;

const link =
  'rounded-control px-1 py-2 text-[0.9375rem] font-semibold whitespace-nowrap decoration-accent decoration-[3px] underline-offset-8 hover:text-accent aria-[current=page]:underline lg:px-2 lg:text-[1.0625rem] xl:px-3';

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
      <div className="mx-auto flex h-14 max-w-wide items-center gap-1 px-4 sm:px-6 roomy:h-18 lg:gap-2">
        <Logo className="mr-auto min-h-11 md:mr-2 lg:mr-4 xl:mr-8" />
        <nav aria-label="Main" className="mr-auto hidden md:flex xl:gap-1">
          {[...pages, ...(user ? [ownPosts] : [])].map(({ to, text }) => (
            <Link key={to} to={to} className={link}>
              {text}
            </Link>
          ))}
          {user?.isAdmin && (
            // Without the room for it, it is in the profile menu.
            <Link to={backOfficeLink.to} className={`max-lg:hidden ${link}`}>
              {backOfficeLink.text}
            </Link>
          )}
        </nav>
        {user && <OwnControl is="header" user={user} />}
        <ThemeToggle className="max-sm:hidden" />
        <div className="hidden md:block">
          <AccountControl />
        </div>
        <button
          type="button"
          aria-expanded={menuOpen}
          aria-controls={menu}
          onClick={() => setMenuOpen(!menuOpen)}
          aria-label={menuOpen ? 'Close menu' : 'Open menu'}
          className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-wash md:hidden unscripted:hidden"
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
          <ThemeToggle className="self-end sm:hidden" />
        </nav>
      </div>
      <div aria-hidden className="mx-auto max-w-wide px-4 sm:px-6">
        <div className="scotch-rule" />
      </div>
    </header>
  );
}
