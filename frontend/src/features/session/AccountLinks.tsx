import { Link } from '@tanstack/react-router';
import { nameOf } from './name-of.ts';
import { useSession } from './session.queries.ts';
import { useLeave } from './use-leave.ts';

const pages = [
  { to: '/my-posts', text: 'My Posts' },
  { to: '/profile/settings', text: 'Profile' },
  { to: '/account/settings', text: 'Settings' },
] as const;

/** The person's part of the mobile menu; `onLeave` closes it. */
export function AccountLinks({ onLeave }: { onLeave: () => void }) {
  const { user, isLoading } = useSession();
  const leave = useLeave();
  if (isLoading) return null;
  if (!user) {
    return (
      <Link to="/login" onClick={onLeave} className="py-3.5 font-display text-xl font-bold text-accent">
        Login
      </Link>
    );
  }
  return (
    <>
      {pages.map(({ to, text }) => (
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
        <span className="truncate text-[0.9375rem] text-soft">{nameOf(user)}</span>
      </button>
    </>
  );
}
