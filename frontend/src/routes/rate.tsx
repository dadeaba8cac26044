import { createFileRoute } from '@tanstack/react-router';
import { firstPhotosQuery } from '../features/rate/rate.queries.ts';
import { RatePage } from '../features/rate/RatePage.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/rate')({
  loader: ({ context: { queryClient } }) => {
    // Not awaited, so that the page is there. The server never knows a person.
    if (!import.meta.env.SSR) void queryClient.prefetchQuery(firstPhotosQuery);
  },
  head: () => pageHead('Rate', 'Rate the feet of others from 0 to 10, one photo after another.'),
  component: RatePage,
});
