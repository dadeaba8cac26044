import { isolated } from '@footnote/backend/shared/isolated.ts';
import { useHydrated, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { ZoomIn } from 'lucide-react';
import type { Post } from '../../api/generated/schema.d.ts';
import { onDemand } from '../../components/on-demand.tsx';
import { Photo } from '../../components/Photo.tsx';
import { scoreColour } from '../../components/Score.tsx';
import { boostFrame, boostOf } from '../../lib/boosts.ts';
import { formatScore, isRated, scoreLabel } from '../../lib/scores.ts';
import { loadedPicture } from '../../lib/tapped-picture.ts';
import { shownName } from '../../lib/wording.ts';
import { BoostEnd } from './BoostEnd.tsx';
import { isOutOfShape } from './out-of-shape.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the photo of a post is enlarged: an entry of its own, so that the back button closes it. */
    isEnlarged?: boolean;
  }
}

const PhotoDialog = onDemand(
  () => import('./PhotoDialog.tsx').then((module) => module.PhotoDialog),
  undefined,
  ({ onClose }) => onClose(),
);

/** What the `sizes` attribute says of the photo, which is at most 55 % as high as the window. */
export function photoSizes({ width, height }: Pick<Post, 'width' | 'height'>): string {
  const widest = `${Math.ceil(55 * Math.max(width / height, 0.2))}vh`;
  return `(min-width: 1280px) min(687px, ${widest}), (min-width: 768px) min(54vw, ${widest}), min(92vw, ${widest})`;
}

const boostTexts = { regular: 'BOOSTED', mega: 'MEGA BOOST' } as const;

/** The average of a post; screen readers hear live changes. */
function CurrentRating({ post }: { post: Post }) {
  const score = Number(post.averageRating);
  return (
    <div aria-live="polite" aria-atomic className="font-display font-black">
      {isRated(post) ? (
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="tracking-tight">
            <span
              key={post.averageRating}
              className={`animate-fade text-4xl leading-none forced-colors:system-plateless sm:text-5xl ${scoreColour(score)}`}
            >
              {formatScore(score)}
            </span>
            <span className="ml-1 text-xl text-soft">/10</span>
          </span>
          <span className={`text-xs tracking-wide sm:text-base ${scoreColour(score)}`}>
            {scoreLabel(score)}
          </span>
        </p>
      ) : (
        <p className="text-2xl font-extrabold">Not yet rated</p>
      )}
    </div>
  );
}

/** What is printed on the photo: its boost, and its rating on a plate that is readable on any picture. */
function OnPhoto({ post, isOutline }: { post: Post; isOutline: boolean }) {
  const boost = boostOf(post);
  return (
    <div className="relative flex flex-col items-start justify-between gap-2">
      {boost && (
        <p className="m-2 flex flex-wrap items-center gap-x-2 rounded-card bg-ink px-3 py-1 text-xs text-paper sm:m-2.5 sm:text-sm">
          <span className="font-bold">{boostTexts[boost]}</span>
          <BoostEnd post={post} />
        </p>
      )}
      <div className="mt-auto mr-14 rounded-tr-card bg-sheet px-3.5 pt-2 pb-2.5 sm:px-5 sm:pt-2.5 sm:pb-3">
        <h1 tabIndex={-1} className="eyebrow font-sans text-soft max-sm:text-[0.6875rem]">
          Current Rating
          <span className="sr-only">
            {' '}
            of the post by <span translate="no">{isolated(shownName(post))}</span>
          </span>
        </h1>
        <div className={isOutline ? 'invisible' : ''}>
          <CurrentRating post={post} />
        </div>
      </div>
    </div>
  );
}

/**
 * The photo of a post with its rating; a press enlarges it. It is as wide as its column, and whole. On phones it is low enough
 * for the scale below it, if the text has the usual size.
 */
export function PostPhoto({ post, isOutline }: { post: Post; isOutline: boolean }) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isHydrated = useHydrated();
  const isEnlarged = useRouterState({ select: ({ location }) => location.state.isEnlarged === true });
  const { width, height } = post;
  const alt = `Photo posted by ${isolated(shownName(post))}`;
  // Its own shape would be a line.
  const isLine = isOutOfShape(post) && width > height;
  return (
    <div
      className={`relative grid overflow-hidden rounded-card border border-rule bg-rule shadow-lift *:[grid-area:1/1] ${boostFrame(boostOf(post))}`}
    >
      <Photo
        imageUrl={post.imageUrl}
        alt={alt}
        thumbhash={post.thumbhash}
        loaded={loadedPicture(post.id)}
        className={`carried max-h-[55svh] self-center bg-contain! bg-no-repeat object-contain! max-md:max-h-[clamp(45svh,100svh-328px,55svh)] ${isLine ? 'aspect-5/1' : ''}`}
        size={{ width, height }}
        sizes={photoSizes(post)}
        eager
      />
      <OnPhoto post={post} isOutline={isOutline} />
      <button
        type="button"
        aria-label="Enlarge the photo"
        aria-haspopup="dialog"
        onClick={() =>
          void navigate({
            to: '.',
            search: true,
            state: (before) => ({ ...before, isEnlarged: true }),
            resetScroll: false,
            // A second press before the dialog is there.
            replace: isEnlarged,
          })
        }
        className="group absolute inset-0 grid cursor-zoom-in place-items-end p-3 focus-visible:-outline-offset-3 unscripted:hidden"
      >
        <span className="grid size-9 place-items-center rounded-full bg-ink/92 text-paper transition-opacity pointer-fine:opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
          <ZoomIn aria-hidden className="size-5" />
        </span>
      </button>
      {isHydrated && isEnlarged && <PhotoDialog post={post} alt={alt} onClose={() => history.back()} />}
    </div>
  );
}
