import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import { toast } from '../../components/toast-store.ts';
import { useLogout } from './session.queries.ts';

/** Signs out and goes home; says so when it failed. */
export function useLeave(): () => void {
  const navigate = useNavigate();
  const logout = useLogout();
  return () => {
    // By the promise: the menu that asks for it closes at once, and handlers given to `mutate` go with their component.
    logout.mutateAsync().then(
      () => void navigate({ to: '/' }),
      (error: unknown) =>
        toast({
          title: 'Logout failed',
          description: messageOf(error, 'Please try again.'),
          look: 'danger',
        }),
    );
  };
}
