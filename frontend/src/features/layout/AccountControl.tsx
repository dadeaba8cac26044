import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { apart } from '../../components/on-demand.tsx';

// A chunk of its own: visitors need none of it, and most people are visitors.
export const OwnControl = apart(() => import('./OwnControl.tsx').then((module) => module.OwnControl));

/** The corner of the header on wide screens: Login, or the profile menu. Keeps its size during the session check. Without scripts nothing is checked: visitors see Login. */
export function AccountControl() {
  const { user, isLoading } = useSession();
  return (
    <div className="flex h-11 w-24 justify-end">
      {user && <OwnControl is="menu" user={user} />}
      {!user && (
        <Button asChild className={`w-full ${isLoading ? 'scripted:invisible' : ''}`}>
          <Link to="/login">Login</Link>
        </Button>
      )}
    </div>
  );
}

/** The person's links in the mobile menu; `onLeave` closes it. */
export function AccountLinks({ onLeave }: { onLeave: () => void }) {
  const { user, isLoading } = useSession();
  if (isLoading) return null;
  if (user) return <OwnControl is="links" user={user} onLeave={onLeave} />;
  return (
    <Link to="/login" onClick={onLeave} className="py-3.5 font-display text-xl font-bold text-accent">
      Login
    </Link>
  );
}
