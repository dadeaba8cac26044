import { Link } from '@tanstack/react-router';
import { Logo } from './Logo.tsx';

const links = [
  { to: '/leaderboard', text: 'Leaderboard' },
  { to: '/termsofservice', text: 'Terms of Service' },
  { to: '/privacypolicy', text: 'Privacy Policy' },
  { to: '/login', text: 'Login' },
  { to: '/register', text: 'Register' },
] as const;

/** The foot of the page. */
export function Footer() {
  return (
    <footer className="mx-auto w-full max-w-7xl px-4 pb-10 sm:px-6">
      <div aria-hidden className="scotch-rule" />
      <div className="mt-8 flex flex-wrap items-start justify-between gap-x-12 gap-y-6">
        <div className="max-w-sm">
          <Logo />
          <p className="mt-3 text-[0.9375rem] text-soft">
            For adults aged 18 and over. Entertainment, and nothing else: a bit of fun at the bottom of the
            page.
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {links.map(({ to, text }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-block py-1.5 font-medium text-soft underline-offset-4 hover:text-accent hover:underline"
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
