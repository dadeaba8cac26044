import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { PostPage } from '../../api/pages.ts';
import { marksQuery } from '../../api/marks.ts';
import type { Post } from '../../api/generated/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { renditionSet } from '../../lib/photos.ts';
import { postQuery } from './post.queries.ts';
import { photoSizes } from './PostPhoto.tsx';

type Listed = Pick<Post, 'id' | 'imageUrl' | 'width' | 'height'> & { removed?: false };

/** The posts beside one in a list, as far as the list is loaded. */
function useNeighbours(list: QueryKey, id: string): readonly (Listed | undefined)[] {
  const pages =
    useQueryClient().getQueryData<InfiniteData<PostPage<Listed | { id: string; removed: true }>>>(
      list,
    )?.pages;
  const posts = (pages ?? []).flatMap((page) => page.posts).filter((post) => !post.removed);
  const place = posts.findIndex((post) => post.id === id);
  return place === -1 ? [] : [posts[place - 1], posts[place + 1]];
}

/** Reads what the page of a post shows first, once the browser has nothing else to do. */
function usePreload(post: Listed | undefined): void {
  const queryClient = useQueryClient();
  const isMember = useSession().user !== null;
  useEffect(() => {
    if (!post) return undefined;
    const load = (): void => {
      void queryClient.prefetchQuery(postQuery(post.id));
      if (isMember) void queryClient.prefetchQuery(marksQuery(post.id));
      const image = new Image();
      image.fetchPriority = 'low';
      image.sizes = photoSizes(post);
      image.srcset = renditionSet(post.imageUrl, 1280);
    };
    // Not every browser can tell.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(load, 500);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(load);
    return () => cancelIdleCallback(idle);
  }, [post, isMember, queryClient]);
}

/** What uses the arrow keys or a move of the finger itself. */
const ownMoves = 'input, textarea, select, label, fieldset, [role=menu], [role=dialog], [role=alertdialog]';

function isTaken({ target }: Event): boolean {
  const isIn = target instanceof Element && target.closest(ownMoves) !== null;
  return isIn || document.querySelector('[data-shade]') !== null;
}

/** How far a finger moves to swipe, in pixels, and how much further aside than up or down. */
const swipe = { distance: 64, slope: 2 };

/** Calls back with -1 for ← and a swipe to the right, and with 1 for → and a swipe to the left. */
function useMoves(onMove: (by: -1 | 1) => void): void {
  const move = useEffectEvent(onMove);
  useEffect(() => {
    const end = new AbortController();
    let start: Touch | undefined;
    const listeners = {
      keydown: (event: KeyboardEvent): void => {
        const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
        if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || isTaken(event)) return;
        if (key === 'ArrowLeft') move(-1);
        if (key === 'ArrowRight') move(1);
      },
      touchstart: (event: TouchEvent): void => {
        // Two fingers zoom, and one moves what is zoomed.
        const isSwipe = event.touches.length === 1 && (visualViewport?.scale ?? 1) < 1.1 && !isTaken(event);
        start = isSwipe ? event.touches[0] : undefined;
      },
      touchcancel: (): void => {
        start = undefined;
      },
      touchend: ({ changedTouches: [last] }: TouchEvent): void => {
        if (!start || !last || getSelection()?.isCollapsed === false) return;
        const [right, down] = [last.clientX - start.clientX, last.clientY - start.clientY];
        start = undefined;
        if (Math.abs(right) < Math.max(swipe.distance, swipe.slope * Math.abs(down))) return;
        move(right > 0 ? -1 : 1);
      },
    };
    for (const [type, listener] of Object.entries(listeners)) {
      document.addEventListener(type, listener as EventListener, { passive: true, signal: end.signal });
    }
    return () => end.abort();
  }, []);
}

interface NeighbourProps {
  post: Listed | undefined;
  list: QueryKey;
  name: string;
  Icon: LucideIcon;
}

function Neighbour({ post, list, name, Icon }: NeighbourProps) {
  const look = 'grid size-11 place-items-center rounded-full border-[1.5px]';
  return post ? (
    <Link
      to="/post/$id"
      params={{ id: post.id }}
      state={{ list }}
      replace
      aria-label={name}
      className={`${look} border-line bg-sheet hover:border-accent hover:text-accent`}
    >
      <Icon aria-hidden className="size-5" />
    </Link>
  ) : (
    <span aria-hidden className={`${look} border-rule text-line`}>
      <Icon className="size-5" />
    </span>
  );
}

/**
 * The ways to the posts beside this one in the list that it was opened from: two links, ← and →, and swipes. They replace the
 * entry of this post in the history, so that the way back leads to the list at once.
 */
export function Neighbours({ list, id }: { list: QueryKey; id: string }) {
  const navigate = useNavigate();
  const [previous, next] = useNeighbours(list, id);
  usePreload(next);
  usePreload(previous);
  useMoves((by) => {
    const post = by > 0 ? next : previous;
    if (post) void navigate({ to: '/post/$id', params: { id: post.id }, state: { list }, replace: true });
  });
  if (!previous && !next) return null;
  return (
    <nav aria-label="Posts beside this one" className="flex gap-2">
      <Neighbour post={previous} list={list} name="Previous post" Icon={ChevronLeft} />
      <Neighbour post={next} list={list} name="Next post" Icon={ChevronRight} />
    </nav>
  );
}
