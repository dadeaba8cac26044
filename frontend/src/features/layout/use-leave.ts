import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import { useLogout } from '../../api/change-session.ts';
import { toastFailure } from '../../components/toast.ts';

/** Signs out and opens the home page; shows a toast on failure. */
export function useLeave(): () => void {
  const navigate = useNavigate();
  const logout = useLogout();
  return () => {
    // Uses the promise: the menu closes at once, and callbacks given to `mutate` are dropped when their component
    // unmounts.
    logout.mutateAsync().then(
      () => void navigate({ to: '/' }),
      (error: unknown) => toastFailure('Logout failed', messageOf(error, 'Please try again.')),
    );
  };
}
