import { createFileRoute } from '@tanstack/react-router';
import { isAnswered } from '../api/ssr-state.ts';
import { Home } from '../features/home/Home.tsx';
import { summaryQuery } from '../features/home/home.queries.ts';

export const Route = createFileRoute('/')({
  /** An own post: the next photo is another try. */
  validateSearch: ({ again }): { again?: string } => (typeof again === 'string' ? { again } : {}),
  loader: async ({ context: { queryClient } }) => {
    const isRead = queryClient.prefetchQuery(summaryQuery);
    // Else the page does not wait for its last section.
    if (isAnswered()) await isRead;
  },
  component: Home,
});
