import { Link } from '@tanstack/react-router';
import type { Post } from '../../api/types.ts';
import { Photo } from '../../components/Photo.tsx';
import { Score } from '../../components/Score.tsx';
import { authorOf } from './author-of.ts';
import { RankBadge } from './RankBadge.tsx';

const boostTexts = { regular: 'Boosted', mega: 'Mega Boost' } as const;
const boostFrames = { regular: 'ring-2 ring-accent', mega: 'ring-4 ring-gold' } as const;

interface PostCardProps {
  post: Post;
  /** The place on the weekly board, from 1. */
  rank?: number;
  /** Whether it stands in the first row, where its picture is wanted at once. */
  eager?: boolean;
}

/** A post as it stands in a grid: picture, author, score. */
export function PostCard({ post, rank, eager = false }: PostCardProps) {
  const boost = post.isBoosted ? (post.boostType ?? 'regular') : undefined;
  const isRated = post.ratingsCount > 0;
  return (
    <Link
      to="/post/$id"
      params={{ id: post.id }}
      className={`group relative block overflow-hidden rounded-card border border-rule bg-sheet transition-shadow hover:shadow-lift ${boost ? boostFrames[boost] : ''}`}
    >
      <div className="aspect-square overflow-hidden">
        <Photo
          imageUrl={post.imageUrl}
          alt=""
          thumbhash={post.thumbhash}
          sizes="(min-width: 1280px) 236px, (min-width: 1024px) 24vw, (min-width: 640px) 31vw, 46vw"
          eager={eager}
          className="transition-transform duration-500 group-hover:scale-[1.03]"
        />
      </div>
      {rank !== undefined && rank <= 5 && <RankBadge rank={rank} />}
      {boost && (
        <span className="absolute top-2 right-2 rounded-full bg-ink px-2.5 py-1 text-xs font-bold text-paper">
          {boostTexts[boost]}
        </span>
      )}
      <div className="flex h-18 justify-between gap-x-2 px-3 max-sm:flex-col max-sm:justify-center sm:h-13 sm:items-center">
        <span className="truncate font-semibold max-sm:text-sm group-hover:text-accent">
          {authorOf(post)}
        </span>
        {isRated ? (
          <Score value={Number(post.averageRating)} className="shrink-0 text-xl" />
        ) : (
          <span className="shrink-0 text-xs text-soft">Not yet rated</span>
        )}
      </div>
    </Link>
  );
}
