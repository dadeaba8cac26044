import type { QueryClient } from '@tanstack/react-query';

/** Calls back with the error of every call that fails from now on, whoever made it. Answers how to stop that. */
export function watchFailures(queryClient: QueryClient, look: (error: unknown) => void): () => void {
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
