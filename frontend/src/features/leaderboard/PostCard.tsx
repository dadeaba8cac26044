import { isolated } from '@footnote/backend/shared/isolated.ts';
import { Link } from '@tanstack/react-router';
import type { Post, RemovedPost } from '../../api/generated/schema.d.ts';
import { GridPhoto, useListState } from '../../components/PostGrid.tsx';
import { medals, Score } from '../../components/Score.tsx';
import { WrappedName } from '../../components/WrappedName.tsx';
import { boostFrame, boostOf } from '../../lib/boosts.ts';
import { isRated } from '../../lib/scores.ts';
import { counted, shownName } from '../../lib/wording.ts';

/** How ranks from 1 to 5 are written. */
export const ordinals = ['1st', '2nd', '3rd', '4th', '5th'] as const;

/** The rank of a rated post: a ribbon for the first ones, in gold, silver and bronze for the first three. */
function RankBadge({ rank, ribbons = ordinals.length }: { rank: number; ribbons?: number | undefined }) {
  const medal = medals[rank - 1];
  if (rank > ribbons) {
    return (
      <span className="absolute top-2 left-2 rounded-control bg-sheet px-2 py-0.5 text-sm font-bold text-ink">
        {`#${rank}`}
      </span>
    );
  }
  return (
    <span
      className={`absolute top-0 left-3 flex min-h-13 min-w-11 items-center justify-center px-1 pb-2 font-display font-black [clip-path:polygon(0_0,100%_0,100%_100%,50%_80%,0_100%)] ${
        medal ? `${medal} text-on-medal` : 'bg-sheet text-ink'
      }`}
    >
      {ordinals[rank - 1]}
    </span>
  );
}

const boostTexts = { regular: 'Boosted', mega: 'Mega Boost' } as const;

/** The card as text, for screen readers. */
function postLabel(post: Post, rank: number | undefined): string {
  const boost = boostOf(post);
  return [
    `Photo by ${isolated(shownName(post))}`,
    ...(isRated(post)
      ? [`${post.averageRating} out of 10`, rank !== undefined && `rank ${rank}`]
      : ['not yet rated']),
    boost && boostTexts[boost],
  ]
    .filter(Boolean)
    .join(', ');
}

/** The author's name, as a link if the post is linked to a profile. */
function AuthorName({ post }: { post: Post }) {
  const name = (
    <span
      dir="auto"
      // Two lines leave all cards as high; the text must be large for more.
      className="line-clamp-2 text-left leading-tight font-semibold max-sm:text-sm @max-[7rem]:line-clamp-4"
    >
      <WrappedName>{shownName(post)}</WrappedName>
    </span>
  );
  if (!post.userId) return name;
  return (
    <Link
      to="/user/$userId"
      params={{ userId: post.userId }}
      className="relative min-w-0 py-1 hover:text-accent hover:underline focus-visible:-outline-offset-2"
    >
      {name}
    </Link>
  );
}

/** The score and the votes in it: in one line under the name, or as two beside it. */
function Standing({ post, unrated }: { post: Post | RemovedPost; unrated: string }) {
  if (!isRated(post)) return <span className="shrink-0 text-xs text-soft">{unrated}</span>;
  return (
    <p className="flex shrink-0 items-baseline gap-x-1.5 sm:flex-col sm:items-end">
      <Score value={Number(post.averageRating)} className="text-xl leading-tight" />
      {post.ratingsCount > 0 && (
        <span className="text-xs text-soft">
          <span aria-hidden className="sm:hidden">
            ·{' '}
          </span>
          {counted(post.ratingsCount, 'vote')}
        </span>
      )}
    </p>
  );
}

interface PostCardProps {
  post: Post;
  /** The rank on its board, from 1. */
  rank?: number | undefined;
  /** How many ranks of the board have ribbons. */
  ribbons?: number;
  isOnPodium?: boolean;
  /** Whether it is in the first row, where the picture loads at once. */
  eager?: boolean;
}

export function PostCard({ post, rank, ribbons, isOnPodium = false, eager = false }: PostCardProps) {
  const boost = boostOf(post);
  const hasScore = isRated(post);
  return (
    <article
      className={`group @container relative overflow-hidden rounded-card border border-rule bg-sheet transition-shadow hover:shadow-lift ${boostFrame(boost)}`}
    >
      <GridPhoto
        post={post}
        eager={eager}
        isOnPodium={isOnPodium}
        className="transition-transform duration-500 group-hover:scale-[1.03]"
      />
      {hasScore && rank !== undefined && <RankBadge rank={rank} ribbons={ribbons} />}
      {boost && (
        <span className="absolute top-2 right-2 rounded-full bg-ink px-2.5 py-1 text-xs font-bold text-paper">
          {boostTexts[boost]}
        </span>
      )}
      <Link
        to="/post/$id"
        params={{ id: post.id }}
        state={useListState()}
        aria-label={postLabel(post, rank)}
        // The link covers the whole card except the author's name.
        className="absolute inset-0 rounded-card focus-visible:-outline-offset-3"
      />
      <div className="flex min-h-18 justify-between gap-x-2 px-3 max-sm:flex-col max-sm:py-0.5 max-sm:justify-center sm:min-h-13 sm:items-center">
        <AuthorName post={post} />
        <Standing post={post} unrated="Not yet rated" />
      </div>
    </article>
  );
}

/** The rank of a post that was removed, as a card of the same size. */
export function RemovedCard({ post }: { post: RemovedPost }) {
  const hasScore = isRated(post);
  return (
    <div className="relative overflow-hidden rounded-card border border-dashed border-line">
      <div className="grid aspect-(--photo-ratio,1) place-items-center px-4 text-center text-soft">
        Removed
      </div>
      {hasScore && <RankBadge rank={post.rank} />}
      <div className="flex min-h-18 justify-between gap-x-2 px-3 max-sm:flex-col max-sm:py-0.5 max-sm:justify-center sm:min-h-13 sm:items-center">
        <span className="truncate text-soft max-sm:text-sm">No longer here</span>
        <Standing post={post} unrated="Not rated" />
      </div>
    </div>
  );
}
