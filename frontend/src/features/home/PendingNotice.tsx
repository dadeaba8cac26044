import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { User } from '../../api/generated/schema.d.ts';
import type { PendingRating } from '../../api/pending-rating.ts';
import { Button, Spinner } from '../../components/Button.tsx';
import { Photo } from '../../components/Photo.tsx';
import { Score } from '../../components/Score.tsx';
import { useResend } from '../session/MembersGate.tsx';

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
  const { send, isSending } = useResend(user.email);
  return (
    <WaitingRating
      pending={pending}
      title="Your rating is saved."
      text="Please verify your email address first. Your rating is posted after that."
    >
      <Button look="secondary" busy={isSending} onClick={send}>
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

/** Says what the pending rating waits for, and offers the next step. */
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
