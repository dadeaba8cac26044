import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { postActs } from '../features/back-office/posts/post-acts.ts';
import { posts, postsOfModerators } from '../features/back-office/posts/posts.tsx';
import { adminQuery } from '../features/back-office/session/admin.queries.ts';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

function PostsPage() {
  const { data: admin } = useQuery(adminQuery);
  return (
    <ListPage
      title="Posts"
      hasTabs
      list={admin?.role === 'owner' ? posts : postsOfModerators}
      noun="post"
      acts={postActs}
    />
  );
}

export const Route = createFileRoute('/rtm-sys/posts')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Posts · Back Office'),
  component: PostsPage,
});
