import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error.ts';
import { toast } from '../../components/toast-store.ts';
import { weeklyBoards } from '../leaderboard/weeks.queries.ts';
import { postLists } from '../posts/posts.queries.ts';
import { forgetFreshPosts, freshStore } from './fresh-store.ts';

/**
 * Goes to the top of the list with this key and reads it anew. What was new before is new no more then, whether or not it
 * is shown: among the best rated it may come far below.
 */
export function useShowNew(queryKey: QueryKey): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const { posts } = freshStore.read();
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
    for (const list of [postLists, weeklyBoards]) {
      queryClient.removeQueries({ queryKey: list, type: 'inactive' });
    }
    forgetFreshPosts(posts);
  };
}
