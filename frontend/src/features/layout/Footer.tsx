import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { Logo } from '../../components/Logo.tsx';

const links = [
  { to: '/leaderboard', text: 'Leaderboard' },
  { to: '/boost', text: 'Boost' },
  { to: '/termsofservice', text: 'Terms of Service' },
  { to: '/privacypolicy', text: 'Privacy Policy' },
] as const;
const forVisitors = [
  { to: '/login', text: 'Login' },
  { to: '/register', text: 'Register' },
] as const;
const forMembers = [
  { to: '/my-posts', text: 'My Posts' },
  { to: '/profile/settings', text: 'Profile' },
] as const;

function FooterLink({
  to,
  text,
}: {
  to: (typeof links | typeof forVisitors | typeof forMembers)[number]['to'];
  text: string;
}) {
  return (
    <Link
      to={to}
      className="inline-block py-1.5 font-medium text-soft underline-offset-4 hover:text-accent hover:underline"
    >
      {text}
    </Link>
  );
}

/** The footer; its last two links depend on whether somebody is signed in. */
export function Footer() {
  const { user, isLoading } = useSession();
  return (
    <footer className="mx-auto w-full max-w-wide px-4 pb-10 sm:px-6">
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
                <FooterLink to={to} text={text} />
              </li>
            ))}
            {/* The same width for both, and invisible during the session check: nothing moves. Without scripts nothing checks it. */}
            <li className={`flex min-w-40 gap-x-6 ${isLoading ? 'scripted:invisible' : ''}`}>
              {(user ? forMembers : forVisitors).map(({ to, text }) => (
                <FooterLink key={to} to={to} text={text} />
              ))}
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
