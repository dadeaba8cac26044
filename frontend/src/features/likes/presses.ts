import type { QueryClient } from '@tanstack/react-query';

/** What the server has last said of a heart, as far as its answers have come; presses under way move it on. */
export interface Answered {
  liked: boolean;
  likesCount: number;
}

/** What the presses of a heart keep beside them; those that wait for each other share one. */
export interface Press {
  readonly answered: Answered;
}

/** What a new press goes back to if it fails: what was answered to those that it waits for, or what is shown now. */
export function answeredBefore(
  queryClient: QueryClient,
  mutationKey: readonly string[],
  shown: Answered,
): Answered {
  const waiting = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' });
  const contexts = waiting.map(({ state }) => state.context as Press | undefined);
  return contexts.find((press) => press !== undefined)?.answered ?? shown;
}

/** The server has done what a press asked for. */
export function noteAnswer({ answered }: Press, liked: boolean): void {
  if (answered.liked === liked) return;
  answered.liked = liked;
  answered.likesCount = Math.max(0, answered.likesCount + (liked ? 1 : -1));
}

/** Whether no other press than the one that has just been answered waits for its answer. */
export function isLastPress(queryClient: QueryClient, mutationKey: readonly string[]): boolean {
  return queryClient.isMutating({ mutationKey }) === 1;
}
