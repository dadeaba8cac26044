import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from '../../components/toast-store.ts';
import { sessionQuery } from '../session/session.queries.ts';
import { useSending } from './use-sending.ts';

/** Puts a photo onto the board without a rating and goes to its post; for people who are logged in. */
export function useDirectPost() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const sending = useSending<{ id: string }>({
    path: '/api/posts/publish-direct',
    failure: ['Failed to post', 'Could not post to leaderboard. Please try again.'],
    onDone: async ({ id }) => {
      // The boards that were read before lack it.
      queryClient.removeQueries({ queryKey: ['api', 'posts'] });
      queryClient.removeQueries({ queryKey: ['api', 'leaderboard'] });
      await navigate({ to: '/post/$id', params: { id } });
    },
  });
  const send = async (photo: File): Promise<boolean> => {
    if (!(await queryClient.ensureQueryData(sessionQuery))) {
      toast({
        title: 'Login Required',
        description: 'Please log in or register to post directly without rating.',
        look: 'danger',
      });
      return false;
    }
    sending.send(photo);
    return true;
  };
  return { ...sending, send };
}
