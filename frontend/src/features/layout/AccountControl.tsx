import { Link, type ParsedLocation, useLocation, useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import { useLogout, useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { apart } from '../../components/on-demand.tsx';
import { toastFailure } from '../../components/toast.ts';
import { backOfficeLink } from '../../lib/back-office.ts';
import { shownName } from '../../lib/wording.ts';

/** Signs out and opens the home page; shows a toast on failure. */
function useLeave(): () => void {
  const navigate = useNavigate();
  const logout = useLogout();
  return () => {
    // Uses the promise: the menu closes at once, and callbacks given to `mutate` are dropped when their component
    // unmounts.
    logout.mutateAsync().then(
      () => void navigate({ to: '/' }),
      (error: unknown) => toastFailure('Logout failed', messageOf(error, 'Please try again.')),
    );
  };
}

/** Where a login leads back to from here; undefined for the home page. On the way to an account that is still the page before. */
function wayBack({ pathname, href, search }: ParsedLocation): string | undefined {
  if (/^\/(?:login|register|(?:forgot|reset)-password|verify-email)$/.test(pathname)) {
    return 'next' in search && typeof search.next === 'string' ? search.next : undefined;
  }
  return pathname === '/' ? undefined : href;
}

// A chunk of its own: visitors need no menu, and most people are visitors.
const ProfileMenu = apart(() => import('./ProfileMenu.tsx').then((module) => module.ProfileMenu));

/** The corner of the header on wide screens: Login, or the profile menu. Keeps its size during the session check. Without scripts nothing is checked: visitors see Login. */
export function AccountControl() {
  const { user, isLoading } = useSession();
  const leave = useLeave();
  const next = useLocation({ select: wayBack });
  return (
    <div className="flex h-11 w-24 justify-end">
      {user && <ProfileMenu user={user} onLogout={leave} />}
      {!user && (
        <Button asChild className={`w-full ${isLoading ? 'scripted:invisible' : ''}`}>
          <Link to="/login" search={{ next }}>
            Login
          </Link>
        </Button>
      )}
    </div>
  );
}

const pages = [
  { to: '/my-posts', text: 'My Posts' },
  { to: '/profile/settings', text: 'Profile' },
  { to: '/account/settings', text: 'Settings' },
] as const;

/** The person's links in the mobile menu; `onLeave` closes it. */
export function AccountLinks({ onLeave }: { onLeave: () => void }) {
  const { user, isLoading } = useSession();
  const leave = useLeave();
  const next = useLocation({ select: wayBack });
  if (isLoading) return null;
  if (!user) {
    return (
      <Link
        to="/login"
        search={{ next }}
        onClick={onLeave}
        className="py-3.5 font-display text-xl font-bold text-accent"
      >
        Login
      </Link>
    );
  }
  return (
    <>
      {[...pages, ...(user.isAdmin ? [backOfficeLink] : [])].map(({ to, text }) => (
        <Link
          key={to}
          to={to}
          onClick={onLeave}
          className="border-b border-rule py-3.5 font-display text-xl font-bold aria-[current=page]:text-accent"
        >
          {text}
        </Link>
      ))}
      <button
        type="button"
        onClick={() => {
          onLeave();
          leave();
        }}
        className="flex items-baseline justify-between gap-4 py-3.5 text-left"
      >
        <span className="font-display text-xl font-bold">Logout</span>
        <span translate="no" className="truncate text-[0.9375rem] text-soft">
          {shownName(user)}
        </span>
      </button>
    </>
  );
}
