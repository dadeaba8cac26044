import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

export interface Like {
  liked: boolean;
  likesCount: number;
}

/** Presses of one button that wait for each other share what the server has confirmed so far. */
interface Press {
  readonly confirmed: Like;
}

interface LikeOptions {
  /** Names the button; presses with the same key are sent one after the other. */
  mutationKey: readonly string[];
  send: (liked: boolean) => Promise<unknown>;
  /** Cancels reads that started before this press: their answers do not include it. */
  cancelReads: () => Promise<unknown>;
  read: () => Like;
  show: (like: Like) => void;
  /** Reads the like again after the last press was answered. */
  refresh: () => void;
  onLiked?: () => void;
  onFailed: (error: Error) => void;
}

function press(like: Like, liked: boolean): Like {
  if (like.liked === liked) return like;
  return { liked, likesCount: Math.max(0, like.likesCount + (liked ? 1 : -1)) };
}

/** What a new press rolls back to: what is confirmed for the presses before it, or what is shown now. */
function confirmedBefore(queryClient: QueryClient, mutationKey: readonly string[], shown: Like): Like {
  const waiting = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' });
  const contexts = waiting.map(({ state }) => state.context as Press | undefined);
  return contexts.find((context) => context !== undefined)?.confirmed ?? { ...shown };
}

/**
 * Likes something (true) or unlikes it (false). The change is shown at once. If the last press fails, the screen rolls
 * back to what the server confirmed last. After the last answer the count comes from the server.
 */
export function useLike({ mutationKey, ...options }: LikeOptions) {
  const queryClient = useQueryClient();
  const isLast = (): boolean => queryClient.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    // One after the other, so that the last press wins.
    scope: { id: mutationKey.join('-') },
    mutationFn: options.send,
    onMutate: async (liked): Promise<Press> => {
      await options.cancelReads();
      const shown = options.read();
      const confirmed = confirmedBefore(queryClient, mutationKey, shown);
      options.show(press(shown, liked));
      return { confirmed };
    },
    onSuccess: (_, liked, { confirmed }) => {
      Object.assign(confirmed, press(confirmed, liked));
      options.onLiked?.();
    },
    onError: (error, _, context) => {
      // While later presses wait, what they ask for stays on the screen.
      if (context && isLast()) options.show(context.confirmed);
      options.onFailed(error);
    },
    onSettled: () => {
      if (isLast()) options.refresh();
    },
  });
}
