import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { useLogout } from '../../api/change-session.ts';
import { Button } from '../../components/Button.tsx';
import { Panel } from '../../components/Panel.tsx';
import { toastFailure } from '../../components/toast.ts';
import { PendingEmail } from './PendingEmail.tsx';
import { PendingRatingStrip } from './PendingRatingStrip.tsx';

/** What the registration page shows to a person who has registered, but not verified the address yet. */
export function AlreadyRegistered({ user }: { user: User }) {
  const logout = useLogout();
  return (
    <Panel>
      <PendingRatingStrip />
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        You Are Registered
      </h1>
      <div className="mt-5">
        <PendingEmail user={user} />
      </div>
      <div className="mt-6 grid gap-3 border-t border-rule pt-6">
        <Button
          look="secondary"
          busy={logout.isPending}
          onClick={() =>
            logout.mutate(undefined, {
              onError: (error) => toastFailure('Logout failed', messageOf(error)),
            })
          }
        >
          Log Out and Register Another Account
        </Button>
        <Button asChild look="secondary">
          <Link to="/">Go Home</Link>
        </Button>
      </div>
    </Panel>
  );
}
