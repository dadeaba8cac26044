import { Heart, type LucideIcon, MessageCircle, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '../lib/wording.ts';
import { Photo } from './Photo.tsx';

const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4 lg:gap-5 xl:grid-cols-5';

/** Posts in 2 to 5 columns; the children are list items. */
export function PostGrid({ children }: { children: ReactNode }) {
  return <ul className={grid}>{children}</ul>;
}

/** The grid while it loads: empty cards of the same size. */
export function PostGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading posts…</span>
      <div aria-hidden className={grid}>
        {Array.from({ length: 10 }, (_, index) => (
          <div key={index} className="overflow-hidden rounded-card border border-rule bg-sheet">
            <div className="aspect-square animate-breathe bg-rule" />
            <div className="flex h-18 items-center justify-between px-3 sm:h-13">
              <div className="h-3.5 w-1/2 rounded-full bg-rule" />
              <div className="h-4 w-8 rounded-full bg-rule" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

interface GridPhotoProps {
  post: { imageUrl: string; thumbhash: string };
  /** Whether it is in the first row, which is visible at once. */
  eager: boolean;
  className?: string;
  /** Content on top of the picture. */
  children?: ReactNode;
}

/** The square picture of a card in a `PostGrid`; its `sizes` match the columns. */
export function GridPhoto({ post, eager, className, children }: GridPhotoProps) {
  return (
    <div className="relative aspect-square overflow-hidden">
      <Photo
        imageUrl={post.imageUrl}
        alt=""
        thumbhash={post.thumbhash}
        sizes="(min-width: 1280px) 236px, (min-width: 1024px) 24vw, (min-width: 640px) 31vw, 46vw"
        eager={eager}
        className={className}
      />
      {children}
    </div>
  );
}

interface Figure {
  icon: LucideIcon;
  count: number;
  noun: string;
}

interface PostFiguresProps {
  /** Left out where a rating is shown anyway. */
  votes?: number;
  likes: number;
  comments: number;
  className?: string;
}

export function PostFigures({ votes, likes, comments, className = '' }: PostFiguresProps) {
  const figures: Figure[] = [
    ...(votes === undefined ? [] : [{ icon: Star, count: votes, noun: 'vote' }]),
    { icon: Heart, count: likes, noun: 'like' },
    { icon: MessageCircle, count: comments, noun: 'comment' },
  ];
  return (
    <span className={`flex items-center gap-3 ${className}`}>
      {figures.map(({ icon: Icon, count, noun }) => (
        <span key={noun} className="flex items-center gap-1">
          <Icon aria-hidden className="size-4" />
          {count}
          <span className="sr-only"> {plural(count, noun)}</span>
        </span>
      ))}
    </span>
  );
}
