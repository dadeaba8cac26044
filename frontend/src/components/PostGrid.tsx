import type { QueryKey } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { Heart, type LucideIcon, MessageCircle, Star } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { plural } from '../lib/wording.ts';
import { Button } from './Button.tsx';
import { afterFirstAct } from './on-demand.tsx';
import { Photo } from './Photo.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The key of the cached list that a post was opened from, which leads to the posts beside it. */
    list?: QueryKey;
  }
}

const List = createContext<QueryKey>([]);

/** What a link to a post in a {@link PostGrid} leaves in the history. */
export const useListState = () => ({ list: use(List) });

const grid = 'grid gap-3 sm:gap-4 lg:gap-5';
const columns = 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5 min-[112.5rem]:grid-cols-6';

interface GridProps {
  /** The first three are in a row of their own. */
  hasPodium?: boolean;
}

const look = (hasPodium: boolean): string => `${grid} ${hasPodium ? 'podium' : columns}`;

interface PostGridProps extends GridProps {
  /** The key of the query with these posts. */
  list: QueryKey;
  children: ReactNode;
}

/** Posts in 2 to 6 columns; the children are list items. The code of their pages loads before the first one is opened. */
export function PostGrid({ hasPodium = false, list, children }: PostGridProps) {
  const router = useRouter();
  useEffect(() => afterFirstAct(() => router.loadRouteChunk(router.routesById['/post/$id'])), [router]);
  return (
    <List value={list}>
      <ul className={look(hasPodium)}>{children}</ul>
    </List>
  );
}

/** The grid while it loads: empty cards of the same size. */
export function PostGridSkeleton({ hasPodium = false }: GridProps) {
  return (
    <div role="status">
      <span className="sr-only">Loading posts…</span>
      <div aria-hidden className={look(hasPodium)}>
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className="overflow-hidden rounded-card border border-rule bg-sheet">
            <div className="aspect-(--photo-ratio,1) animate-breathe bg-rule" />
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
  /** Whether it is one of the first three of a grid with a podium. */
  isOnPodium?: boolean;
  className?: string;
  /** Content on top of the picture. */
  children?: ReactNode;
}

// A little less than it is on phones: most then load 480 pixels, and not 640 for the sake of 30 more.
const sizes =
  '(min-width: 1280px) 228px, (min-width: 1024px) calc(25vw - 29px), (min-width: 640px) calc(33vw - 29px), calc(50vw - 38px)';
const podiumSizes =
  '(min-width: 1800px) 483px, (min-width: 1280px) 397px, (min-width: 640px) calc(33vw - 29px), calc(100vw - 32px)';

/** The picture of a card in a `PostGrid`; its `sizes` match the columns. */
export function GridPhoto({ post, eager, isOnPodium = false, className, children }: GridPhotoProps) {
  return (
    <div className="relative aspect-(--photo-ratio,1) overflow-hidden ahead-after-scroll">
      <Photo
        imageUrl={post.imageUrl}
        alt=""
        thumbhash={post.thumbhash}
        sizes={isOnPodium ? podiumSizes : sizes}
        widest={isOnPodium ? 640 : 480}
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
    <span className={`flex flex-wrap items-center gap-x-3 ${className}`}>
      {figures.map(({ icon: Icon, count, noun }) => (
        <span key={noun} className="flex items-center gap-1">
          <Icon aria-hidden className="size-4" />
          <span>{count}</span>
          <span className="sr-only">{` ${plural(count, noun)}`}</span>
        </span>
      ))}
    </span>
  );
}

/** Without scripts, the link to the page of the list after this cursor; with scripts, a button loads it in place. */
export function NextPage({ after, hash = '' }: { after: string | undefined; hash?: string }) {
  if (!after) return null;
  return (
    <div className="mt-8 text-center scripted:hidden">
      <Button asChild look="secondary">
        <Link to="." search={(before) => ({ ...before, after })} hash={hash} rel="next">
          Next Page
        </Link>
      </Button>
    </div>
  );
}

/** The way back from a page that starts further down its list. */
export function FirstPage() {
  return (
    <p className="mb-6">
      <Link to="." search={(before) => ({ ...before, after: undefined })} className="text-link">
        First Page
      </Link>
    </p>
  );
}
