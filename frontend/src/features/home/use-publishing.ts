import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, isForLackOfNetwork, isForOtherAccount, messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { type PendingRating, toPendingRating } from '../../api/draft-storage.ts';
import { toast, toastFailure } from '../../components/toast.ts';
import { justPublished } from '../../lib/just-published.ts';
import { useReconnect } from '../../lib/use-reconnect.ts';

/** Publishes a rated photo; returns the post's id. Cached boards lack the new post, so they are removed. */
export function usePublishRating() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (rating: PendingRating) =>
      bodyOf(api.POST('/api/posts/publish', { body: toPendingRating(rating) })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: queryKeys.posts.all });
      queryClient.removeQueries({ queryKey: queryKeys.boards.all });
    },
  });
}

/** Says that the server or this page does not accept a rating, so that it cannot be posted. */
export function sayInvalid(): void {
  toastFailure('Invalid saved rating', 'Please upload a new photo to get rated.');
}

/** Whether the server refused a photo because this person has posted it, for example in another tab. */
export function isPosted(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && !isForOtherAccount(error);
}

interface Problem {
  title: string;
  text: string;
}

/** Why the rating still waits. */
function problemOf(error: unknown): Problem {
  return isForLackOfNetwork(error)
    ? { title: 'You are offline', text: 'Your rating is saved. It is posted when you are connected again.' }
    : { title: 'Failed to post rating', text: 'Your rating is saved. Please refresh the page to retry.' };
}

/**
 * Publishes the pending rating of a verified person and opens the post: once, and after a failure when the browser is online
 * again, or by `retry`. `onPublished` is called when the post is shown.
 */
export function useAutoPublish(
  pending: PendingRating,
  { forget, onPublished }: { forget: () => void; onPublished: (rating: PendingRating) => void },
) {
  const navigate = useNavigate();
  const { mutate, isPending } = usePublishRating();
  const [problem, setProblem] = useState<Problem>();
  const tried = useRef(false);
  const publish = (): void => {
    tried.current = true;
    setProblem(undefined);
    mutate(pending, {
      onSuccess: async ({ id }) => {
        justPublished.write(id);
        await navigate({ to: '/post/$id', params: { id } });
        forget();
        onPublished(pending);
      },
      onError: (error) => {
        if (isPosted(error)) {
          forget();
          const goTo = () => void navigate({ to: '/my-posts' });
          const action = { label: 'My Posts', alternative: 'Open My Posts to see it.', onPress: goTo };
          return toast({ title: 'Already posted', description: messageOf(error), action });
        }
        if (!(error instanceof ApiError) || error.status !== 400) return setProblem(problemOf(error));
        forget();
        return sayInvalid();
      },
    });
  };
  const start = useEffectEvent(publish);
  useEffect(() => {
    if (!tried.current) start();
  }, []);
  useReconnect(() => {
    if (problem) publish();
  });
  return { isPublishing: isPending, problem, retry: publish };
}
