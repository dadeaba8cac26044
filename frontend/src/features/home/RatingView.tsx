import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { unusedBoostsQuery } from '../../api/boosts.ts';
import type { RatingResult, User } from '../../api/generated/schema.d.ts';
import type { PendingRating } from '../../api/pending-rating.ts';
import { Button } from '../../components/Button.tsx';
import { FocusHeading } from '../../components/Panel.tsx';
import { Photo } from '../../components/Photo.tsx';
import { CountUp, Score, scoreColour } from '../../components/Score.tsx';
import { toastFailure } from '../../components/toast.ts';
import { formatScore, scoreBand, scoreLabel } from '../../lib/scores.ts';
import { ApplyBoostDialog } from '../boosts/ApplyBoostDialog.tsx';
import { sayInvalid, usePublishRating } from './use-pending-rating.ts';

const categories = [
  ['toeAlignment', 'Toe Alignment'],
  ['toeNails', 'Toe Nails'],
  ['footShape', 'Foot Shape'],
  ['aesthetic', 'Aesthetic'],
] as const;

const fills = {
  top: 'bg-band-top',
  high: 'bg-band-high',
  mid: 'bg-band-mid',
  low: 'bg-band-low',
  poor: 'bg-band-poor',
} as const;

function CategoryScores({ rating }: { rating: RatingResult }) {
  return (
    <ul className="space-y-4">
      {categories.map(([key, name], index) => {
        const score = Number(rating[key]);
        return (
          <li key={key}>
            <div className="flex items-baseline gap-2">
              <span className="font-semibold">{name}</span>
              <span aria-hidden className="grow border-b-2 border-dotted border-line" />
              <Score value={score} className="text-xl" />
            </div>
            <div
              aria-hidden
              className="mt-1.5 h-2.5 overflow-hidden rounded-full bg-rule forced-colors:border"
            >
              <div
                className={`h-full animate-grow rounded-full forced-colors:bg-[CanvasText] ${fills[scoreBand(score)]}`}
                style={{ width: `${score * 10}%`, animationDelay: `${index * 110}ms` }}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface RatingViewProps {
  rating: RatingResult;
  user: User | null;
  /** Stores the rating until its owner may publish it. */
  onKeep: (rating: PendingRating) => Promise<void>;
  /** Called when the rating is published and its post is shown. */
  onPublished: () => void;
  onUploadAnother: () => void;
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
  const showPost = async (id: string): Promise<void> => {
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
    try {
      const { id } = await publish.mutateAsync(rating);
      if (await hasUnusedBoosts()) return setPublished(id);
      return await showPost(id);
    } catch (error) {
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
  return { post, isPosting: publish.isPending || publish.isSuccess, published, showPost };
}

export function RatingView(props: RatingViewProps) {
  const { rating, onUploadAnother } = props;
  const { post, isPosting, published, showPost } = usePost(props);
  const score = Number(rating.averageRating);
  return (
    <section aria-labelledby="your-rating" className="grid items-start gap-6 md:grid-cols-2 lg:gap-10">
      <div
        className="max-h-[46rem] w-full animate-fade overflow-hidden rounded-card border border-rule bg-rule shadow-lift max-md:max-h-96"
        style={{ aspectRatio: `${rating.width} / ${rating.height}` }}
      >
        <Photo
          imageUrl={rating.imageUrl}
          alt="Your rated photo"
          thumbhash={rating.thumbhash}
          sizes="(min-width: 768px) 45vw, 92vw"
          eager
        />
      </div>
      <div className="animate-rise rounded-card border border-rule bg-sheet p-6 shadow-lift sm:p-9">
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
        <CategoryScores rating={rating} />
        <figure className="mt-7 border-t border-rule pt-5">
          <blockquote className="relative pl-5 text-lg leading-relaxed">
            <span aria-hidden className="absolute top-0 left-0 font-display font-bold text-accent">
              *
            </span>
            {rating.aiComment}
          </blockquote>
          {rating.judge === 'demo' && (
            <figcaption className="mt-3 pl-5 text-[0.9375rem] text-soft">
              <strong className="font-bold text-ink">Demo judge</strong>: it measures sharpness, light,
              contrast and composition. No AI is at work here.
            </figcaption>
          )}
        </figure>
        <div className="mt-7 grid gap-3 sm:grid-cols-2">
          <Button className="sm:col-span-2" busy={isPosting} onClick={() => void post()}>
            {isPosting ? 'Posting…' : 'Post to Leaderboard'}
          </Button>
          <Button look="secondary" onClick={onUploadAnother}>
            Upload Another
          </Button>
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
