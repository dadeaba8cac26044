import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { unusedBoostsQuery } from '../../api/boosts.ts';
import type { RatingResult, User } from '../../api/generated/schema.d.ts';
import type { PendingRating } from '../../api/draft-storage.ts';
import { Button } from '../../components/Button.tsx';
import { CategoryScores } from '../../components/CategoryScores.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { JudgeNote } from '../../components/JudgeNote.tsx';
import { Notice } from '../../components/Notice.tsx';
import { FocusHeading } from '../../components/Panel.tsx';
import { Photo } from '../../components/Photo.tsx';
import { CountUp, scoreColour } from '../../components/Score.tsx';
import { toastFailure } from '../../components/toast.ts';
import { justPublished } from '../../lib/just-published.ts';
import { intoView } from '../../lib/page.ts';
import { formatScore, scoreLabel } from '../../lib/scores.ts';
import { ApplyBoostDialog } from '../boosts/ApplyBoostDialog.tsx';
import { isPosted, sayInvalid, usePublishRating } from './use-publishing.ts';

interface RatingViewProps {
  rating: RatingResult;
  /** The one that was set aside before it. */
  aside: RatingResult | null;
  user: User | null;
  /** Whether this rating is stored until its owner may publish it. */
  isWaiting: boolean;
  /** Stores the rating until its owner may publish it. */
  onKeep: (rating: PendingRating) => Promise<void>;
  /** Called when the rating is published and its post is shown. */
  onPublished: () => void;
  /** Makes room for another photo. `isPosted` tells that this rating need not be kept. */
  onUploadAnother: (isPosted: boolean) => void;
}

/**
 * Publishes the rating and opens its post, or stores it for a person who may not publish yet. `published` is the id of the
 * post while a person with unused boosts is asked whether to apply one.
 */
function usePost({ rating, user, onKeep, onPublished }: RatingViewProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const publish = usePublishRating();
  const [published, setPublished] = useState<string>();
  const [isThere, setThere] = useState(false);
  const showPost = async (id: string): Promise<void> => {
    justPublished.write(id);
    await navigate({ to: '/post/$id', params: { id } });
    onPublished();
  };
  const hasUnusedBoosts = (): Promise<boolean> =>
    queryClient.fetchQuery({ ...unusedBoostsQuery, staleTime: 0 }).then(
      (unused) => unused !== null && unused.count > 0,
      () => false,
    );
  const post = async (): Promise<void> => {
    if (!user) {
      await onKeep(rating);
      return navigate({ to: '/register' });
    }
    if (!user.emailVerified) {
      await onKeep(rating);
      // The notice about the rating that waits is there.
      return window.scrollTo({ top: 0 });
    }
    try {
      const { id } = await publish.mutateAsync(rating);
      if (await hasUnusedBoosts()) return setPublished(id);
      return await showPost(id);
    } catch (error) {
      if (isPosted(error)) return setThere(true);
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 401 || status === 403) await onKeep(rating);
      if (status === 401) return navigate({ to: '/login' });
      if (status === 400) return sayInvalid();
      return toastFailure(
        'Failed to post',
        messageOf(error, 'Could not post to leaderboard. Please try again.'),
      );
    }
  };
  return { post, isPosting: publish.isPending || publish.isSuccess, isThere, published, showPost };
}

/** Asks before a rating that is not posted makes room for another photo. */
function UploadAnother({
  rating,
  aside,
  isWaiting,
  isThere,
  onUploadAnother,
}: RatingViewProps & { isThere: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const text = `You have not posted your ${formatScore(Number(rating.averageRating))}. You can get it back from the upload page.`;
  return (
    <>
      <Button
        look="secondary"
        onClick={() => (isWaiting || isThere ? onUploadAnother(isThere) : setAsking(true))}
      >
        Upload Another
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Upload Another?"
        description={
          aside ? `${text} Your earlier ${formatScore(Number(aside.averageRating))} is gone then.` : text
        }
        action="Upload Another"
        onConfirm={() => onUploadAnother(false)}
      />
    </>
  );
}

export function RatingView(props: RatingViewProps) {
  const { rating } = props;
  const { post, isPosting, isThere, published, showPost } = usePost(props);
  const score = Number(rating.averageRating);
  return (
    <section
      aria-labelledby="your-rating"
      className="grid grid-cols-1 items-start gap-3 overflow-x-clip sm:gap-6 md:grid-cols-2 lg:gap-10"
    >
      <div
        className="max-h-[46rem] w-full animate-fade overflow-hidden rounded-card border border-rule bg-rule shadow-lift max-md:max-h-[40svh]"
        style={{ aspectRatio: `${rating.width} / ${rating.height}` }}
      >
        <Photo
          imageUrl={rating.imageUrl}
          alt="Your rated photo"
          thumbhash={rating.thumbhash}
          sizes="(min-width: 768px) 45vw, 92vw"
          className="max-md:bg-contain! max-md:bg-no-repeat max-md:object-contain!"
          eager
        />
      </div>
      <div className="animate-rise rounded-card border border-rule bg-sheet p-4 pt-3 shadow-lift sm:p-9">
        <div id="your-rating">
          <FocusHeading className="eyebrow font-sans text-soft">Your Rating</FocusHeading>
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="flex items-baseline font-display font-black tracking-tight">
            <span className={`text-8xl leading-none sm:text-9xl ${scoreColour(score)}`}>
              <CountUp value={score} format={formatScore} />
            </span>
            <span className="ml-2 text-3xl text-soft">
              /10<span className="sr-only">,</span>
            </span>
          </p>
          <p
            className={`animate-stamp -rotate-4 rounded-control border-[3px] border-current px-3.5 py-1.5 font-display text-xl font-black tracking-wide [animation-delay:750ms] ${scoreColour(score)}`}
          >
            {scoreLabel(score)}
          </p>
        </div>
        <div aria-hidden className="my-6 scotch-rule" />
        <CategoryScores scores={rating} isNew />
        <JudgeNote rating={rating} className="mt-7 border-t border-rule pt-5 text-lg" />
        <div role="status" className="mt-7 empty:sr-only">
          {isThere && (
            <div ref={intoView}>
              <Notice look="calm">
                <strong className="font-bold">Already posted.</strong> You have already published this photo.
                It is among{' '}
                <Link to="/my-posts" className="text-link">
                  My Posts
                </Link>
                .
              </Notice>
            </div>
          )}
        </div>
        {!isThere && (
          // In view from the start, on a plate of its own above the bar of phones and the banners.
          <div className="sticky bottom-[calc(var(--bar)+var(--banners,0px))] -mx-4 mt-2 bg-sheet px-4 py-3 sm:-mx-9 sm:px-9">
            <Button className="w-full" busy={isPosting} onClick={() => void post()}>
              {isPosting ? 'Posting…' : 'Post to Leaderboard'}
            </Button>
          </div>
        )}
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <UploadAnother {...props} isThere={isThere} />
          <Button asChild look="secondary">
            <Link to="/leaderboard">View Leaderboard</Link>
          </Button>
        </div>
      </div>
      {published !== undefined && (
        <ApplyBoostDialog postId={published} open onClose={() => void showPost(published)} />
      )}
    </section>
  );
}
