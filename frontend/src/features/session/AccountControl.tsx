import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Button } from '../../components/Button.tsx';
import { useSession } from './session.queries.ts';

// In a chunk of its own: visitors need no menu, and most people come as visitors.
const ProfileMenu = lazy(() =>
  import('./ProfileMenu.tsx').then((module) => ({ default: module.ProfileMenu })),
);

/** The corner of the header on wide screens: Login, or the person's menu. Keeps its place while the session is checked. */
export function AccountControl() {
  const { user, isLoading } = useSession();
  return (
    <div className="flex h-11 w-24 justify-end">
      {user && (
        <Suspense>
          <ProfileMenu user={user} />
        </Suspense>
      )}
      {!user && !isLoading && (
        <Button asChild className="w-full">
          <Link to="/login">Login</Link>
        </Button>
      )}
    </div>
  );
}
