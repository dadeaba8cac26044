import { createFileRoute, notFound } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { profileQuery } from '../features/profile/profile.queries.ts';
import { PublicProfile } from '../features/profile/PublicProfile.tsx';
import { ProfileSkeleton, UserNotFound } from '../features/profile/UserStandIns.tsx';
import { pageHead } from '../lib/page.ts';
import { shownName } from '../lib/wording.ts';

export const Route = createFileRoute('/user/$userId')({
  loader: async ({ context: { queryClient }, params: { userId } }) => {
    try {
      const { pages } = await queryClient.ensureInfiniteQueryData(profileQuery(userId));
      return shownName(pages[0]!.user);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData: name }) =>
    name
      ? pageHead(name, `The posts of ${name} on Footnote.`)
      : pageHead('User Not Found', 'This person does not exist.'),
  pendingComponent: ProfileSkeleton,
  notFoundComponent: UserNotFound,
  component: ProfilePage,
});

function ProfilePage() {
  return <PublicProfile userId={Route.useParams().userId} />;
}
