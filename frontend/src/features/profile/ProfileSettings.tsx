import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.queries.ts';
import { VerifyFirst } from '../session/VerifyFirst.tsx';
import { PictureSection } from './PictureSection.tsx';
import { ProfileForm } from './ProfileForm.tsx';

/** Everything that others see of the person. */
export function ProfileSettings() {
  const { user } = useSession();
  // While somebody who has just signed out is led home.
  if (!user) return null;
  return (
    <div className="mx-auto max-w-3xl px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
          Profile Settings
        </h1>
        <Link to="/user/$userId" params={{ userId: user.id }} className="text-link">
          View public profile
        </Link>
      </div>
      <div className="mt-8 space-y-6">
        {!user.emailVerified && <VerifyFirst user={user} />}
        <PictureSection user={user} />
        <ProfileForm key={user.id} user={user} />
      </div>
    </div>
  );
}
