import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import { toast } from '../../components/toast-store.ts';
import { useLogout } from './session.queries.ts';

/** Signs out and goes home; says so when it failed. */
export function useLeave(): () => void {
  const navigate = useNavigate();
  const logout = useLogout();
  return () =>
    logout.mutate(undefined, {
      onSuccess: () => void navigate({ to: '/' }),
      onError: (error) =>
        toast({
          title: 'Logout failed',
          description: messageOf(error, 'Please try again.'),
          look: 'danger',
        }),
    });
}
