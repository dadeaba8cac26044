import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { User } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { Photo } from '../../components/Photo.tsx';
import { Score } from '../../components/Score.tsx';
import { Spinner } from '../../components/Spinner.tsx';
import { toast } from '../../components/toast-store.ts';
import type { PendingRating } from '../../lib/pending-rating.ts';
import { sessionQuery, useResendVerification } from '../session/session.queries.ts';

interface NoticeProps {
  pending: PendingRating;
  title: string;
  text: ReactNode;
  children?: ReactNode;
}

function WaitingRating({ pending, title, text, children }: NoticeProps) {
  return (
    <section
      aria-label="Saved rating"
      className="flex animate-rise flex-wrap items-center gap-x-5 gap-y-4 rounded-card border-[1.5px] border-accent bg-wash p-4"
    >
      <div className="size-18 shrink-0 overflow-hidden rounded-control">
        <Photo imageUrl={pending.imageUrl} alt="Your rated photo" sizes="72px" eager />
      </div>
      <div role="status" className="min-w-56 grow basis-72">
        <p className="font-display text-xl font-bold">
          {title} <Score value={Number(pending.averageRating)} className="ml-1" />
        </p>
        <p className="text-[0.9375rem]">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  );
}

function ForUnverified({ pending, user }: { pending: PendingRating; user: User }) {
  const queryClient = useQueryClient();
  const resend = useResendVerification();
  useEffect(() => {
    // The link of the mail opens in another tab: look again when the person comes back to this one.
    const look = (): void => {
      if (document.visibilityState === 'visible') {
        void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [queryClient]);
  const send = (): void =>
    resend.mutate(user.email, {
      onSuccess: ({ message }) => toast({ title: 'Check Your Email!', description: message }),
      onError: (error) =>
        toast({ title: messageOf(error, 'Failed to resend verification email'), look: 'danger' }),
    });
  return (
    <WaitingRating
      pending={pending}
      title="Your rating is saved."
      text="Please verify your email address first. It is posted right after."
    >
      <Button look="secondary" busy={resend.isPending} onClick={send}>
        Resend Verification Email
      </Button>
    </WaitingRating>
  );
}

interface PendingNoticeProps {
  pending: PendingRating;
  user: User | null;
  isPublishing: boolean;
  onDiscard: () => void;
}

/** Says what the waiting rating waits for, and offers the next step. */
export function PendingNotice({ pending, user, isPublishing, onDiscard }: PendingNoticeProps) {
  if (user && !user.emailVerified) return <ForUnverified pending={pending} user={user} />;
  if (user) {
    return (
      <WaitingRating
        pending={pending}
        title={isPublishing ? 'Posting your rating…' : 'Your rating is saved.'}
        text={isPublishing ? 'It takes only a moment.' : 'Please refresh the page to retry.'}
      >
        {isPublishing && <Spinner className="size-6 text-accent" />}
      </WaitingRating>
    );
  }
  return (
    <WaitingRating
      pending={pending}
      title="Your rating is saved."
      text="Register or log in to put it on the leaderboard."
    >
      <Button asChild>
        <Link to="/register">Register</Link>
      </Button>
      <Button asChild look="secondary">
        <Link to="/login">Login</Link>
      </Button>
      <Button look="quiet" onClick={onDiscard}>
        Discard
      </Button>
    </WaitingRating>
  );
}
