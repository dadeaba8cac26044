import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Post, PostRank, ScoreSheet } from '../../api/generated/schema.d.ts';
import { ownSheetQuery } from '../../api/own-posts.ts';
import { Button } from '../../components/Button.tsx';
import { scoreColour } from '../../components/Score.tsx';
import { ordinal } from '../../lib/ordinal.ts';
import { focusPage } from '../../lib/page.ts';
import { categories, formatScore, isInUpperHalf, isRated } from '../../lib/scores.ts';
import { DeletePost } from '../own-posts/DeletePost.tsx';
import { rankQuery } from './post.queries.ts';
import { ShareMenu } from './ShareMenu.tsx';

const buttonLook =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border-[1.5px] border-transparent bg-accent px-4 font-semibold text-on-accent hover:bg-accent-deep';

/** The rank of the week in its upper half, else the best of the four scores: only what is good news. */
function goodNews(rank: PostRank | undefined, sheet: ScoreSheet | null | undefined): string | undefined {
  const { place, of, isClosed } = rank?.week ?? { place: null, of: 0, isClosed: false };
  if (place !== null && !isClosed && isInUpperHalf({ place, of }))
    return `${ordinal(place)} of ${of} this week`;
  if (!sheet) return undefined;
  const [key, name] = categories.reduce((best, next) =>
    Number(sheet[next[0]]) > Number(sheet[best[0]]) ? next : best,
  );
  return `Your best: ${name} ${sheet[key]}`;
}

/** The score lands like a stamp, with the best that there is to say of it. */
function Landed({ post }: { post: Post }) {
  const rank = useQuery(rankQuery(post.id));
  const own = useQuery(ownSheetQuery(post.id));
  const isKnown = !rank.isLoading && !own.isLoading;
  const score = Number(post.averageRating);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p
        className={`animate-stamp -rotate-4 rounded-control border-[3px] border-current px-3 py-1 font-display text-3xl font-black sm:px-4 sm:text-4xl [animation-delay:350ms] ${scoreColour(score)}`}
      >
        {formatScore(score)}
        <span className="text-lg"> /10</span>
      </p>
      <p role="status" className="min-h-8 font-display text-xl font-bold sm:text-2xl">
        {isKnown && goodNews(rank.data, own.data?.sheet)}
      </p>
    </div>
  );
}

/** The share picture; nothing if it cannot be drawn now. */
function ShareCard({ postId }: { postId: string }) {
  const [isMissing, setMissing] = useState(false);
  return (
    !isMissing && (
      <img
        src={`/api/posts/${postId}/card.png`}
        alt="The share card of your post"
        width="1200"
        height="630"
        onError={() => setMissing(true)}
        className="h-auto w-full rounded-control border border-rule bg-rule"
      />
    )
  );
}

function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    return () => {
      // It was closed, and what had the focus is gone.
      if (document.activeElement === document.body) focusPage();
    };
  }, []);
  return (
    // `focusPage` looks for it, too: this page may appear before its address is settled.
    <h2 ref={heading} id="moment" tabIndex={-1} data-first className="pr-10 text-2xl sm:text-3xl">
      {children}
    </h2>
  );
}

/** What comes next. */
function whatIsNext(post: Post): string {
  if (!post.isPublic) return 'A moderator looks at it first. Until then only you see it.';
  return isRated(post)
    ? 'People rate it now. What they give and the AI score make its average.'
    : 'The first people who see it give it its score.';
}

/** What a person sees once who has just published a post: where it stands, its share picture, and what is next. */
export function PublishedMoment({ post, onClose }: { post: Post; onClose: () => void }) {
  const navigate = useNavigate();
  const [doomed, setDoomed] = useState<string>();
  const closeOnEscape = useEffectEvent(({ key, defaultPrevented }: KeyboardEvent) => {
    // A menu or dialog above it closes first.
    if (key === 'Escape' && !defaultPrevented) onClose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => closeOnEscape(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  const { isPublic } = post;
  return (
    <section
      aria-labelledby="moment"
      className="relative mt-3 mb-6 grid animate-rise gap-4 rounded-card border-[1.5px] border-accent bg-sheet p-4 shadow-lift sm:gap-5 sm:p-7 md:grid-cols-2 md:items-center md:pr-18 print:hidden"
    >
      <div className="space-y-3 sm:space-y-4">
        <Heading>{isPublic ? 'On the board' : 'Waiting for a look; we tell you.'}</Heading>
        {isPublic && isRated(post) && <Landed post={post} />}
        {isPublic && !isRated(post) && (
          <p className="font-display text-2xl font-bold">Rated by the first five</p>
        )}
      </div>
      {isPublic && <ShareCard postId={post.id} />}
      <div className="flex flex-wrap items-center gap-2 md:col-span-2">
        {isPublic && <ShareMenu post={post} isOwn className={buttonLook} />}
        <Button asChild look="secondary" className="max-sm:px-3">
          <Link to="/rate">Rate five others</Link>
        </Button>
        <Button look="quiet" onClick={() => setDoomed(post.id)}>
          {isPublic ? 'Take it off the board' : 'Take it back'}
        </Button>
        <p className="grow basis-full text-[0.9375rem] text-soft">{whatIsNext(post)}</p>
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-control hover:bg-wash hover:text-accent"
      >
        <X aria-hidden className="size-5" />
      </button>
      <DeletePost
        id={doomed}
        onClose={() => setDoomed(undefined)}
        onDeleted={() => navigate({ to: '/my-posts', replace: true })}
      />
    </section>
  );
}
