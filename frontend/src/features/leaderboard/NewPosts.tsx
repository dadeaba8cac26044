import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { messageOf, titleOf } from '../../api/api-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { NewItems } from '../../components/NewItems.tsx';
import { toastFailure } from '../../components/toast.ts';
import { useStore } from '../../lib/create-store.ts';
import { counted } from '../../lib/wording.ts';
import { dropFreshPosts, freshPosts } from '../live/fresh-posts.ts';

/**
 * Scrolls to the top of the list with this key and reads it again. All posts that were new are then no longer new,
 * even if they are further down the list.
 */
function useShowNew(queryKey: QueryKey): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const posts = freshPosts.read();
    // Scroll first: near the end, the list would load its next page.
    window.scrollTo({ top: 0 });
    try {
      await queryClient.invalidateQueries({ queryKey, exact: true }, { throwOnError: true });
    } catch (error) {
      toastFailure(titleOf(error), messageOf(error, 'The new posts could not be loaded.'));
      return;
    }
    // Other cached lists lack the new posts too, and would not be marked as outdated.
    for (const list of [queryKeys.posts.lists, queryKeys.boards.weeks]) {
      queryClient.removeQueries({ queryKey: list, type: 'inactive' });
    }
    dropFreshPosts(posts);
  };
}

/** Reads the first page of a list again and drops the others, which are read when they are needed. */
export function useStartOver(queryKey: QueryKey): () => void {
  const queryClient = useQueryClient();
  const showNew = useShowNew(queryKey);
  return () => {
    queryClient.setQueryData<InfiniteData<unknown>>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    void showNew();
  };
}

interface NewPostsProps {
  /** The ids of the posts that are shown. */
  shown: ReadonlySet<string>;
  /** Reads the list again. */
  onShow: () => void;
}

/** Says how many new posts there are. The list changes only when they are asked for. */
export function NewPosts({ shown, onShow }: NewPostsProps) {
  const posts = useStore(freshPosts);
  const count = posts.filter((id) => !shown.has(id)).length;
  return <NewItems text={count > 0 ? counted(count, 'new post') : ''} top="top-4" onShow={onShow} />;
}
