import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { limits } from '../../api/generated/limits.ts';
import { useMarks } from '../../api/marks.ts';
import { useSession } from '../../api/session.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { toastFailure } from '../../components/toast.ts';
import { useForMembers, VerifyFirst } from '../session/MembersGate.tsx';
import { useRatePost } from './post.queries.ts';

const { minimum, maximum } = limits.RatingRequest.overallScore;
const scores = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);

function Scale({ chosen, onChoose }: { chosen: number | undefined; onChoose: (score: number) => void }) {
  return (
    <fieldset>
      <legend className="font-display text-xl font-extrabold">
        Your rating{' '}
        <span className="ml-1 font-sans text-[0.9375rem] font-normal text-soft">from 0 to 10</span>
      </legend>
      <div className="mt-3 grid grid-cols-6 gap-1.5 min-[560px]:max-md:grid-cols-11">
        {scores.map((score) => (
          <label
            key={score}
            className="relative grid h-11 cursor-pointer place-items-center rounded-control border-[1.5px] border-line bg-sheet font-semibold hover:border-ink has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent forced-colors:has-checked:system-chosen has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="score"
              value={score}
              checked={chosen === score}
              onChange={() => onChoose(score)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {score}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function RateForm({ isPending, onRate }: { isPending: boolean; onRate: (score: number) => void }) {
  const [chosen, setChosen] = useState<number>();
  const forMembers = useForMembers();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (chosen === undefined) return;
    forMembers('Please sign up to rate posts', () => onRate(chosen));
  };
  return (
    <form onSubmit={submit}>
      <Scale chosen={chosen} onChoose={setChosen} />
      <Button type="submit" disabled={chosen === undefined} busy={isPending} className="mt-4 w-full">
        {isPending ? 'Sending…' : 'Submit Rating'}
      </Button>
      <p className="mt-2 text-center text-[0.9375rem] text-soft">Ratings are final.</p>
    </form>
  );
}

function GivenRating({ rating, takesFocus }: { rating: number; takesFocus: boolean }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The pressed button is gone: take the focus.
    if (takesFocus) line.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <p ref={line} tabIndex={-1} className="rounded-control bg-wash px-4 py-3">
      You rated this post <strong className="font-bold">{rating} out of 10</strong>. Thank you!
    </p>
  );
}

/**
 * The scale from 0 to 10, except for the post's owner. After rating it shows the given rating; an unverified person
 * sees how to verify.
 */
export function RatePost({ postId }: { postId: string }) {
  const { user } = useSession();
  const given = useMarks(postId).ratings[postId];
  const rating = useRatePost(postId);
  const send = useSend(rating, {
    onError: (error) =>
      toastFailure('Failed to Submit Rating', messageOf(error, 'You may have already rated this post.')),
  });
  if (given !== undefined) return <GivenRating rating={given} takesFocus={!rating.isIdle} />;
  if (user && !user.emailVerified) return <VerifyFirst user={user} />;
  return <RateForm isPending={rating.isPending} onRate={send} />;
}
