import { Link } from '@tanstack/react-router';
import type { ProfilePost } from '../../api/types.ts';
import { Score } from '../../components/Score.tsx';
import { formatMoment } from '../../lib/dates.ts';
import { GridPhoto } from '../posts/GridPhoto.tsx';
import { PostFigures } from '../posts/PostFigures.tsx';

const boostTexts = { regular: 'Boost', mega: 'Mega Boost' } as const;
const boostFrames = { regular: 'ring-2 ring-accent', mega: 'ring-4 ring-gold' } as const;

/** The boost of a post, else its rating. */
function Standing({ post }: { post: ProfilePost }) {
  if (post.isBoosted) {
    return (
      <span className="rounded-full bg-ink px-2.5 py-1 text-xs font-bold text-paper">
        {boostTexts[post.boostType ?? 'regular']}
      </span>
    );
  }
  if (post.ratingsCount === 0) return <span className="text-xs text-soft">Not yet rated</span>;
  return <Score value={Number(post.overallRating)} className="text-xl" />;
}

/** A post on the page of its author: picture, boost or rating, likes and comments. */
export function ProfilePostCard({ post, eager }: { post: ProfilePost; eager: boolean }) {
  return (
    <Link
      to="/post/$id"
      params={{ id: post.id }}
      className={`group block overflow-hidden rounded-card border border-rule bg-sheet transition-shadow hover:shadow-lift ${post.isBoosted ? boostFrames[post.boostType ?? 'regular'] : ''}`}
    >
      <span className="sr-only">Photo of {formatMoment(post.createdAt)}</span>
      <GridPhoto
        post={post}
        eager={eager}
        className="transition-transform duration-500 group-hover:scale-[1.03]"
      />
      <div className="flex h-18 justify-between gap-x-2 px-3 max-sm:flex-col max-sm:justify-center sm:h-13 sm:items-center">
        <span>
          <Standing post={post} />
        </span>
        <PostFigures likes={post.likesCount} comments={post.commentsCount} className="text-sm text-soft" />
      </div>
    </Link>
  );
}
