import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { sessionQuery, useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toastFailure } from '../../components/toast.ts';
import { rememberReturn } from './return-path.ts';
import { useResendVerification } from './session.queries.ts';

/** What became of it, in place. */
interface Answer {
  look: 'calm' | 'danger';
  text: string;
}

/**
 * Sends another verification mail to the signed-in person; its link leads back to this page. Checks the session
 * whenever the tab becomes visible, because the person may have verified in another tab.
 */
export function useResend(email: string): {
  send: () => void;
  isSending: boolean;
  answer: Answer | undefined;
} {
  const queryClient = useQueryClient();
  const here = useLocation({ select: ({ href }) => href });
  const resend = useResendVerification();
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') {
        void queryClient.invalidateQueries({ queryKey: queryKeys.session });
      }
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [queryClient]);
  const send = (): void => {
    rememberReturn(here);
    resend.mutate(email);
  };
  const { isPending: isSending, data, error } = resend;
  const answer: Answer | undefined = error
    ? { look: 'danger', text: messageOf(error, 'Failed to resend verification email') }
    : data && { look: 'calm', text: `Check Your Email! ${data.message}` };
  return { send, isSending, answer };
}

/** Replaces an action that needs a verified address. */
export function VerifyFirst({
  user,
  title = 'Please verify your email address first.',
}: {
  user: User;
  title?: string;
}) {
  const { send, isSending, answer } = useResend(user.email);
  return (
    <div className="rounded-control border-l-4 border-accent bg-wash px-4 py-3">
      <p className="font-semibold">{title}</p>
      <p className="mt-0.5 text-[0.9375rem]">
        The link is in the mail that we sent to <span className="break-words">{user.email}</span>.{' '}
        <Link to="/register" className="text-link">
          Wrong address?
        </Link>
      </p>
      <Button look="secondary" busy={isSending} onClick={send} className="mt-3">
        Resend Verification Email
      </Button>
      <div role="status" className="mt-3 empty:sr-only">
        {answer && <Notice look={answer.look}>{answer.text}</Notice>}
      </div>
    </div>
  );
}

/** Tells a person with an unverified address what to do, before they try anything. */
export function VerifyReminder({ user }: { user: User }) {
  return <VerifyFirst user={user} title="Verify your email address to post, rate and comment." />;
}

/** Links for visitors to register and to log in, both of which lead back to this page, and one to the board. */
function SignUpLinks() {
  const next = useLocation({ select: ({ href }) => href });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Button asChild>
        <Link to="/register" search={{ next }}>
          Register
        </Link>
      </Button>
      <Button asChild look="secondary">
        <Link to="/login" search={{ next }}>
          Login
        </Link>
      </Button>
      <Button asChild look="quiet" className="sm:col-span-2">
        <Link to="/leaderboard">View Leaderboard</Link>
      </Button>
    </div>
  );
}

/**
 * Acts for a verified person, once it is known who that is; else opens a dialog: visitors are asked to sign up, for a reason,
 * and others to verify.
 */
type ForMembers = (reason: string, act: (person: User) => void) => void;

const Gate = createContext<ForMembers>(() => {
  throw new Error('there is no MembersGate around');
});

/** How to guard an action that only verified people may do, within a {@link MembersGate}. */
export function useForMembers(): ForMembers {
  return use(Gate);
}

interface MembersGateProps {
  /** Of the dialog for visitors, and of the toast in its place where it does not load. */
  title?: string;
  children: ReactNode;
}

/** Wraps controls that are for verified people only, and shows the dialog for everybody else. */
export function MembersGate({ title, children }: MembersGateProps) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const [reason, setReason] = useState('');
  const [open, setOpen] = useState(false);
  const forMembers = useCallback<ForMembers>(
    async (why, act) => {
      const person = await queryClient.ensureQueryData(sessionQuery);
      if (person?.emailVerified) return act(person);
      setReason(why);
      return setOpen(true);
    },
    [queryClient],
  );
  return (
    <Gate value={forMembers}>
      {children}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={user ? 'Almost there' : (title ?? 'Sign Up to Continue')}
        {...(!user && { description: reason })}
        {...(!user && title && { onMissing: () => toastFailure(title, reason) })}
      >
        <div className="mt-6">
          {!user && <SignUpLinks />}
          {user && !user.emailVerified && <VerifyFirst user={user} />}
          {user?.emailVerified && <p>Your address is verified. You can continue now.</p>}
        </div>
      </Dialog>
    </Gate>
  );
}
