import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { messageOf } from '../../api/api-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { toast } from '../../components/toast.ts';
import { useStore } from '../../lib/create-store.ts';
import { counted } from '../../lib/wording.ts';
import { dropFreshPosts, freshPosts } from '../live/fresh-posts.ts';

/**
 * Goes to the top of the list with this key and reads it anew. What was new before is new no more then, whether or not it
 * is shown: among the best rated it may come far below.
 */
export function useShowNew(queryKey: QueryKey): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const posts = freshPosts.read();
    // First of all, or the end of the list, which is still near, would ask for the next page.
    window.scrollTo({ top: 0 });
    try {
      await queryClient.invalidateQueries({ queryKey, exact: true }, { throwOnError: true });
    } catch (error) {
      toast({
        title: 'Error',
        description: messageOf(error, 'The new posts could not be loaded.'),
        look: 'danger',
      });
      return;
    }
    // The other lists do not have them either, and nobody would say so any more.
    for (const list of [queryKeys.posts.lists, queryKeys.boards.weeks]) {
      queryClient.removeQueries({ queryKey: list, type: 'inactive' });
    }
    dropFreshPosts(posts);
  };
}

interface NewPostsProps {
  /** The ids of the posts that are shown. */
  shown: ReadonlySet<string>;
  /** Reads the list anew. */
  onShow: () => void;
}

/** Says over the list how many posts have come since it was read; the list itself stays where it is until they are wanted. */
export function NewPosts({ shown, onShow }: NewPostsProps) {
  const posts = useStore(freshPosts);
  const count = posts.filter((id) => !shown.has(id)).length;
  const text = counted(count, 'new post');
  return (
    <div className="pointer-events-none sticky top-4 z-10 flex h-0 justify-center">
      <p role="status" className="sr-only">
        {count > 0 ? text : ''}
      </p>
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto inline-flex h-11 animate-fade items-center gap-2 rounded-full bg-ink px-5 font-semibold whitespace-nowrap text-paper shadow-lift hover:bg-accent hover:text-on-accent"
        >
          <ArrowUp aria-hidden className="size-4" />
          {text} – show
        </button>
      )}
    </div>
  );
}
