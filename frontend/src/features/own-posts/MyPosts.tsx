import { useSession } from '../../api/session.ts';
import { OwnNotices, OwnPosts } from './OwnPosts.tsx';

export function MyPosts() {
  const { user } = useSession();
  // While the redirect after a logout is in progress.
  if (!user) return null;
  return (
    // The key resets all state for another account.
    <div key={user.id} className="mx-auto max-w-wide px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
        My Posts
      </h1>
      <OwnNotices user={user} />
      <div className="mt-8">
        <OwnPosts />
      </div>
    </div>
  );
}
