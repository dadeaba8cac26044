import { Link } from '@tanstack/react-router';
import { EyeOff, Trash2 } from 'lucide-react';
import type { OwnPost, PostNews } from '../../api/generated/schema.d.ts';
import { GridPhoto, PostFigures, useListState } from '../../components/PostGrid.tsx';
import { Score } from '../../components/Score.tsx';
import { boostBadges, boostFrame, boostOf } from '../../lib/boosts.ts';
import { formatMoment, formatShortDate, formatTime } from '../../lib/dates.ts';
import { isRated } from '../../lib/scores.ts';
import { counted, hiddenWhy } from '../../lib/wording.ts';

function whyHidden({ isInCheck, moderationFlags: reasons }: OwnPost): string {
  if (isInCheck) return 'Being checked.';
  return reasons.length > 0 ? `Waiting for review: ${hiddenWhy(reasons)}.` : 'Only you can see it.';
}

/** A label on a hidden post, which only its author sees. */
function Hidden({ post }: { post: OwnPost }) {
  const { decision } = post;
  return (
    <p className="absolute inset-x-0 bottom-0 flex gap-2 bg-ink/92 px-3 py-2 text-sm leading-snug text-paper max-sm:text-xs">
      <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0 max-sm:hidden" />
      <span>
        <strong className="font-bold">{decision?.kind === 'removed' ? 'Removed.' : 'Hidden.'}</strong>{' '}
        {/* A small card has no room for it. */}
        {decision && <span className="max-sm:sr-only">A moderator decided: </span>}
        <span>{decision ? `${decision.label}.` : whyHidden(post)}</span>
      </span>
    </p>
  );
}

/** What is new since the person last looked. */
function NewHere({ news: { votes, likes, comments } }: { news: PostNews }) {
  const parts = [
    [votes, 'vote'],
    [likes, 'like'],
    [comments, 'comment'],
  ] as const;
  const told = parts.flatMap(([count, noun]) => (count > 0 ? counted(count, `new ${noun}`) : []));
  return (
    <ul className="pointer-events-none absolute top-2 right-2 left-2 flex flex-wrap justify-end gap-1 text-xs font-bold">
      {told.map((text) => (
        <li key={text} className="rounded-full bg-accent px-2.5 py-1 text-on-accent">
          {text}
        </li>
      ))}
    </ul>
  );
}

interface OwnPostCardProps {
  post: OwnPost;
  news: PostNews | undefined;
  eager: boolean;
  onDelete: () => void;
}

/**
 * One of the person's own posts: rating, date, delete button, and its counts on hover or focus (always on touch
 * screens). Screen readers get the time too, because several posts may have the same date.
 */
export function OwnPostCard({ post, news, eager, onDelete }: OwnPostCardProps) {
  const boost = boostOf(post);
  return (
    <article
      className={`group relative overflow-hidden rounded-card border border-rule bg-sheet transition-shadow hover:shadow-lift ${boostFrame(boost)}`}
    >
      <GridPhoto post={post} eager={eager} className={post.isPublic ? undefined : 'opacity-45'}>
        {boost && (
          <span className="absolute top-2 left-2 rounded-full bg-ink px-2.5 py-1 text-xs font-bold text-paper">
            {boostBadges[boost]}
          </span>
        )}
        {news && <NewHere news={news} />}
        {!post.isPublic && <Hidden post={post} />}
        <div
          className={`absolute inset-x-0 bg-ink/92 px-3 py-2 text-sm max-sm:px-2 font-semibold text-paper transition-opacity pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 ${post.isPublic ? 'bottom-0' : 'top-0'}`}
        >
          <PostFigures votes={post.voteCount} likes={post.likesCount} comments={post.commentsCount} />
        </div>
      </GridPhoto>
      <div className="flex min-h-18 items-center gap-x-2 pr-1 pl-3 max-sm:py-0.5 sm:min-h-13">
        <div className="flex min-w-0 grow justify-between gap-x-2 leading-tight max-lg:flex-col lg:items-center">
          <Link
            to="/post/$id"
            params={{ id: post.id }}
            state={useListState()}
            // The link covers the whole card; the button is above it.
            className="text-[0.9375rem] leading-tight text-soft group-hover:text-accent after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent max-lg:text-sm"
          >
            <span className="sr-only">Post of </span>
            <time dateTime={post.createdAt}>
              {formatShortDate(post.createdAt)}
              <span className="sr-only"> at {formatTime(post.createdAt)}</span>
            </time>
          </Link>
          {isRated({ aiScore: post.aiScore, ratingsCount: post.voteCount }) ? (
            <Score value={Number(post.averageRating)} className="self-start text-xl leading-tight" />
          ) : (
            <span className="text-xs text-soft">Not yet rated</span>
          )}
        </div>
        <button
          type="button"
          aria-label={`Delete the post of ${formatMoment(post.createdAt)}`}
          onClick={onDelete}
          className="relative grid size-11 shrink-0 place-items-center rounded-control text-soft hover:bg-danger-wash hover:text-danger"
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
    </article>
  );
}
