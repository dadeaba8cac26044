import { isolated } from '@footnote/backend/shared/isolated.ts';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { ApiError, isNotFound } from '../api/api-error.ts';
import { profileQuery } from '../features/profile/profile.queries.ts';
import { PublicProfile } from '../features/profile/PublicProfile.tsx';
import { ProfileSkeleton, UserNotFound } from '../features/profile/UserSkeletons.tsx';
import { afterSearch } from '../lib/addresses.ts';
import { pageHead } from '../lib/page.ts';
import { shownName } from '../lib/wording.ts';

export const Route = createFileRoute('/user/$userId')({
  validateSearch: v.object({ after: afterSearch }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { userId }, deps: { after } }) => {
    try {
      const { pages } = await queryClient.ensureInfiniteQueryData(profileQuery(userId, after));
      return isolated(shownName(pages[0]!.user));
    } catch (error) {
      if (after && error instanceof ApiError && error.status === 400) {
        throw redirect({ to: '/user/$userId', params: { userId }, replace: true });
      }
      if (isNotFound(error)) throw notFound();
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
  return <PublicProfile {...Route.useParams()} {...Route.useSearch()} />;
}
