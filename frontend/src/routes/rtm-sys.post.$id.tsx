import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '../features/back-office/posts/PostPage.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/post/$id')({
  head: () => unlisted(pageHead('Post · Back Office', 'For people who look after the site.')),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <PostPage key={id} id={id} />;
}
