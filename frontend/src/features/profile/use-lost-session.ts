import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../api/api-error.ts';

/**
 * Calls back when any call is answered that nobody is signed in any more, while what is on the page still stands: whoever
 * signs out by themselves is not told.
 */
export function useLostSession(onLost: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const look = (error: unknown): void => {
      if (error instanceof ApiError && error.status === 401) onLost();
    };
    const stops = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient, onLost]);
}
