import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '../features/back-office/posts/PostPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/post/$id')({
  head: () => backOfficeHead('Post · Back Office'),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <PostPage key={id} id={id} />;
}
