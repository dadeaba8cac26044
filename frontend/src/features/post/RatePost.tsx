import { useIsMutating } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { limits } from '../../api/generated/limits.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { shownTo } from '../../api/user-storage.ts';
import { useHasMarks, useMarks } from '../../api/marks.ts';
import { mutationKeys } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.ts';
import { chosenScore } from '../../api/draft-storage.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { useStore } from '../../lib/create-store.ts';
import { useForMembers, VerifyFirst } from '../session/MembersGate.tsx';
import { sayNotRated, useRatePost } from './post.queries.ts';

const { minimum, maximum } = limits.RatingRequest.overallScore;
const scores = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);

function Scale({ chosen, onChoose }: { chosen: number | undefined; onChoose: (score: number) => void }) {
  return (
    <fieldset data-scale>
      <legend className="flex w-full flex-wrap items-baseline justify-between gap-x-2 text-[0.9375rem] text-soft max-lg:text-[0.8125rem]">
        <span>
          <span className="font-display text-base font-extrabold mr-0.5 text-ink lg:mr-1 lg:text-lg">
            Your rating
          </span>{' '}
          from 0 to 10
        </span>{' '}
        <span>Ratings are final.</span>
      </legend>
      <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(max(1.2em,9%),1fr))] pt-px pl-px sm:mt-2">
        {scores.map((score) => (
          <label
            key={score}
            className="relative -mt-px -ml-px grid h-11 cursor-pointer place-items-center border-[1.5px] border-line bg-sheet font-semibold first:rounded-l-control last:rounded-r-control hover:z-10 hover:border-ink has-checked:z-10 has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent forced-colors:has-checked:system-chosen has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
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

interface RateFormProps {
  /** The score that was chosen before, by a visitor. */
  waiting: number | undefined;
  isPending: boolean;
  /** Keeps a score until the person may rate. */
  onKeep: (score: number) => void;
  onRate: (score: number) => void;
}

function RateForm({ waiting, isPending, onKeep, onRate }: RateFormProps) {
  const [picked, setPicked] = useState<number>();
  const chosen = picked ?? waiting;
  const forMembers = useForMembers();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (chosen === undefined) return;
    onKeep(chosen);
    forMembers('Please sign up to rate posts', () => onRate(chosen));
  };
  return (
    <form onSubmit={submit}>
      <Scale chosen={chosen} onChoose={setPicked} />
      <Button type="submit" disabled={chosen === undefined} busy={isPending} className="mt-2 w-full sm:mt-3">
        {isPending ? 'Sending…' : 'Submit Rating'}
      </Button>
    </form>
  );
}

function GivenRating({ rating, takesFocus }: { rating: number; takesFocus: boolean }) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The pressed button is gone: take the focus.
    if (takesFocus) line.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <p className="flex items-center justify-center rounded-control bg-wash px-1 py-2.5 text-center max-sm:text-[0.875rem]">
      <span ref={line} tabIndex={-1}>
        You rated this post <strong className="font-bold">{rating} out of 10</strong>. Thank you!
      </span>
    </p>
  );
}

/** The score that this person chose for a post before they were allowed to rate. `ChosenScore` sends it. */
function useChosenScore(postId: string, user: User | null) {
  const accountId = user?.id ?? null;
  const kept = shownTo(useStore(chosenScore), accountId);
  return {
    waiting: kept?.postId === postId ? kept.score : undefined,
    keep: (score: number): void => {
      if (!user?.emailVerified) chosenScore.keep({ postId, score }, accountId);
    },
  };
}

interface RatePostProps {
  postId: string;
  /** What the post's owner, who cannot rate it, sees instead. */
  children: ReactNode;
}

/**
 * The scale from 0 to 10. After rating it shows the given rating; an unverified person sees how to verify, and the owner what
 * they can do. Where the page of the server is shown before it is known who reads it, all have the space of the scale, which is
 * empty until then.
 */
export function RatePost({ postId, children: ofOwner }: RatePostProps) {
  const { user } = useSession();
  const isKnown = useHasMarks(postId);
  const isHydrated = useHydrated();
  const [isOfServer] = useState(!isHydrated);
  const given = useMarks(postId).ratings[postId];
  const rating = useRatePost(postId);
  const { waiting, keep } = useChosenScore(postId, user);
  const isSending = useIsMutating({ mutationKey: mutationKeys.ratePost(postId) }) > 0;
  const send = useSend(rating, { onError: sayNotRated });
  useEffect(() => {
    if (given !== undefined && waiting !== undefined) chosenScore.drop();
  }, [given, waiting]);
  const isUnverified = user !== null && !user.emailVerified;
  const isReserved = !isKnown || Boolean(ofOwner) || (isOfServer && rating.isIdle);
  const mayRate = isKnown && given === undefined && !isUnverified && !ofOwner;
  return (
    <div className="grid *:[grid-area:1/1]">
      {(mayRate || isReserved) && (
        <div className={mayRate ? '' : 'invisible'}>
          <RateForm waiting={waiting} isPending={isSending} onKeep={keep} onRate={send} />
        </div>
      )}
      {ofOwner}
      {!ofOwner && given !== undefined && <GivenRating rating={given} takesFocus={!rating.isIdle} />}
      {!ofOwner && given === undefined && isUnverified && (
        <div>
          <VerifyFirst user={user} />
          {waiting !== undefined && <p className="mt-3">{`Your ${waiting} out of 10 is sent after that.`}</p>}
        </div>
      )}
    </div>
  );
}
