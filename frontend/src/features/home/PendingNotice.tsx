import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RatingResult, User } from '../../api/generated/schema.d.ts';
import type { PendingRating } from '../../api/draft-storage.ts';
import { Button, Spinner } from '../../components/Button.tsx';
import { WaitingRating } from '../../components/WaitingRating.tsx';
import { useResend } from '../session/MembersGate.tsx';
import { sayInvalid, useAutoPublish } from './use-publishing.ts';

function ForUnverified({ pending, user }: { pending: PendingRating; user: User }) {
  const { send, isSending, answer } = useResend(user.email);
  return (
    <WaitingRating
      rating={pending}
      label="Saved rating"
      state="is waiting."
      text={answer?.text ?? 'Please verify your email address first. Your rating is posted after that.'}
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
  /** Forgets it. */
  forget: () => void;
  /** Called when its post is shown. */
  onPublished: (rating: PendingRating) => void;
}

/** Publishes the rating that waited, and says how it goes. */
function ForVerified({ pending, ...when }: Omit<PendingNoticeProps, 'user'>) {
  const { isPublishing, problem, retry } = useAutoPublish(pending, when);
  return (
    <WaitingRating
      rating={pending}
      label="Saved rating"
      state={problem ? 'is waiting.' : 'is being posted…'}
      text={
        problem ? (
          <span key={problem.text}>
            <strong className="font-bold text-danger">{problem.title}.</strong> {problem.text}
          </span>
        ) : (
          'It takes only a moment.'
        )
      }
    >
      {problem && (
        <Button look="secondary" onClick={retry}>
          Try Again
        </Button>
      )}
      {isPublishing && <Spinner className="size-6 text-accent" />}
    </WaitingRating>
  );
}

/** Says what the pending rating waits for, and offers the next step. */
export function PendingNotice({ user, ...waiting }: PendingNoticeProps) {
  const { pending, forget } = waiting;
  if (user && !user.emailVerified) return <ForUnverified pending={pending} user={user} />;
  if (user) return <ForVerified {...waiting} />;
  return (
    <WaitingRating
      rating={pending}
      label="Saved rating"
      state="is waiting."
      text="Register or log in to put it on the leaderboard."
    >
      <Button asChild>
        <Link to="/register">Register</Link>
      </Button>
      <Button asChild look="secondary">
        <Link to="/login">Login</Link>
      </Button>
      <Button look="quiet" onClick={forget}>
        Discard
      </Button>
    </WaitingRating>
  );
}

/** Forgets a saved rating that is damaged, and says so. */
export function DamagedRating({ forget }: { forget: () => void }) {
  useEffect(() => {
    sayInvalid();
    forget();
  }, [forget]);
  return null;
}

/** Offers the rating that was set aside to upload another photo. */
export function EarlierRating({ rating, onShow }: { rating: RatingResult; onShow: () => void }) {
  return (
    <WaitingRating rating={rating} label="Earlier rating" state="is not posted yet.">
      <Button look="secondary" onClick={onShow}>
        Show It Again
      </Button>
    </WaitingRating>
  );
}
