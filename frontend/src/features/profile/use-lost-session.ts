import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { watchFailures } from '../../api/watch-failures.ts';

/**
 * Calls back when any call is answered that nobody is signed in any more, while what is on the page still stands: whoever
 * signs out by themselves is not told.
 */
export function useLostSession(onLost: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    return watchFailures(queryClient, (error) => {
      if (error instanceof ApiError && error.status === 401) onLost();
    });
  }, [queryClient, onLost]);
}
