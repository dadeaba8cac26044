import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { isAnswered } from '../api/ssr-state.ts';
import { Home } from '../features/home/Home.tsx';
import { summaryQuery } from '../features/home/home.queries.ts';

export const Route = createFileRoute('/')({
  validateSearch: v.object({
    /** An own post: the next photo is another try. */
    again: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
  }),
  loader: async ({ context: { queryClient } }) => {
    const isRead = queryClient.prefetchQuery(summaryQuery);
    // Else the page does not wait for its last section.
    if (isAnswered()) await isRead;
  },
  component: Home,
});
