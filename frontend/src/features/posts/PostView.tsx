import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { Post } from '../../api/types.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Photo } from '../../components/Photo.tsx';
import { scoreColour } from '../../components/Score.tsx';
import { formatDate } from '../../lib/dates.ts';
import { formatScore, scoreLabel } from '../../lib/scores.ts';
import { authorOf } from './author-of.ts';
import { postQuery } from './posts.queries.ts';

const boostTexts = { regular: 'BOOSTED', mega: 'MEGA BOOST' } as const;

function CurrentRating({ post }: { post: Post }) {
  if (post.ratingsCount === 0) {
    return <p className="mt-2 font-display text-4xl font-extrabold">Not yet rated</p>;
  }
  const score = Number(post.averageRating);
  return (
    <>
      <p className="mt-1 flex items-baseline font-display font-black tracking-tight">
        <span className={`text-8xl leading-none ${scoreColour(score)}`}>{formatScore(score)}</span>
        <span className="ml-2 text-3xl text-soft">/10</span>
      </p>
      <p className={`mt-3 font-display text-xl font-black tracking-wide ${scoreColour(score)}`}>
        {scoreLabel(score)}
      </p>
      <p className="mt-1 text-soft">
        From {post.ratingsCount} {post.ratingsCount === 1 ? 'rating' : 'ratings'}
      </p>
    </>
  );
}

function Author({ post }: { post: Post }) {
  return (
    <section aria-label="Author" className="mt-6 border-t border-rule pt-6">
      <div className="flex items-center gap-4">
        <Avatar name={authorOf(post)} pictureUrl={post.profilePictureUrl} className="size-14 text-2xl" />
        <div className="min-w-0">
          <p className="text-lg leading-tight font-bold">{authorOf(post)}</p>
          <p className="text-[0.9375rem] text-soft">
            Posted on <time dateTime={post.createdAt}>{formatDate(post.createdAt)}</time>
          </p>
        </div>
      </div>
      {post.bio && <p className="mt-4">{post.bio}</p>}
    </section>
  );
}

/** One post: the picture, its rating and who put it there. */
export function PostView({ id }: { id: string }) {
  const { data: post } = useSuspenseQuery(postQuery(id));
  const boost = post.isBoosted ? (post.boostType ?? 'regular') : undefined;
  return (
    <article className="mx-auto max-w-6xl px-4 pt-5 pb-16 sm:px-6">
      <Link
        to="/leaderboard"
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-soft hover:text-accent"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Leaderboard
      </Link>
      <div className="mt-3 grid items-start gap-6 md:grid-cols-[1.25fr_1fr] lg:gap-10">
        <div
          className={`max-h-[80vh] overflow-hidden rounded-card border border-rule bg-rule shadow-lift ${boost === 'mega' ? 'ring-4 ring-gold' : boost ? 'ring-2 ring-accent' : ''}`}
          style={{ aspectRatio: `${post.width} / ${post.height}` }}
        >
          <Photo
            imageUrl={post.imageUrl}
            alt={`Photo posted by ${authorOf(post)}`}
            thumbhash={post.thumbhash}
            sizes="(min-width: 1152px) 610px, (min-width: 768px) 54vw, 92vw"
            eager
          />
        </div>
        <div className="rounded-card border border-rule bg-sheet p-6 shadow-lift sm:p-8">
          {boost && (
            <p className="mb-4 inline-block rounded-full bg-ink px-3 py-1 text-sm font-bold text-paper">
              {boostTexts[boost]}
            </p>
          )}
          <h1 tabIndex={-1} className="eyebrow font-sans text-soft">
            Current Rating<span className="sr-only"> of the post by {authorOf(post)}</span>
          </h1>
          <CurrentRating post={post} />
          <Author post={post} />
        </div>
      </div>
    </article>
  );
}

/** The post page while it loads, in the same measures. */
export function PostSkeleton() {
  return (
    <div role="status" className="mx-auto max-w-6xl px-4 pt-19 pb-16 sm:px-6">
      <span className="sr-only">Loading post…</span>
      <div aria-hidden className="grid items-start gap-6 md:grid-cols-[1.25fr_1fr] lg:gap-10">
        <div className="aspect-square animate-breathe rounded-card bg-rule" />
        <div className="h-96 rounded-card border border-rule bg-sheet" />
      </div>
    </div>
  );
}
