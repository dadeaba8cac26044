import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { tellOtherTabs } from '../../api/cache.ts';
import { api, bodyOf } from '../../api/client.ts';
import { chosenScore, unsentScores } from '../../api/draft-storage.ts';
import type { PhotosToRate } from '../../api/generated/schema.d.ts';
import { marksQuery } from '../../api/marks.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { sessionQuery } from '../../api/session.ts';
import { submitRating } from '../post/post.queries.ts';
import { MOST_LEFT_OUT, shortId, skippedBy } from './skipped.ts';

/** The posts whose scores this browser keeps: they must not come again. */
function keptIds(): string[] {
  const [chosen, unsent] = [chosenScore.read(), unsentScores.read()];
  return [
    ...(chosen && chosen !== 'invalid' ? [chosen.value.postId] : []),
    ...(unsent && unsent !== 'invalid' ? unsent.value.map(({ postId }) => postId) : []),
  ];
}

/** So many photos are read at once. */
const AT_ONCE = 2;

/** The call of a browser that keeps nothing. */
export const FIRST_PHOTOS = `/api/rate?limit=${AT_ONCE}`;

async function readPhotos(
  queryClient: QueryClient,
  loaded: readonly string[],
  limit = AT_ONCE,
): Promise<PhotosToRate> {
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  const skipped = skippedBy(session === null ? null : session?.id);
  const without = [...skipped, ...[...keptIds(), ...loaded].map(shortId)].slice(-MOST_LEFT_OUT).join('.');
  const call = api.GET('/api/rate', {
    params: { query: { limit, ...(without !== '' && { without }) } },
  });
  return bodyOf(call);
}

/** The photos that the page begins with. */
export const firstPhotosQuery = queryOptions({
  queryKey: queryKeys.toRate,
  queryFn: ({ client }) => readPhotos(client, []),
  // A link under the pointer has asked for them a moment ago.
  staleTime: 10_000,
});

/** Three photos for a page that leads to the first ones; fetched on every visit. */
export const photosAheadQuery = queryOptions({
  queryKey: [...queryKeys.toRate, 'ahead'],
  queryFn: ({ client }) => readPhotos(client, [], 3),
  refetchOnMount: 'always',
});

/** Has the page begin with one of the photos that were read ahead. */
export function beginWith(queryClient: QueryClient, id: string): void {
  const ahead = queryClient.getQueryData(photosAheadQuery.queryKey);
  if (!ahead) return;
  const photos = ahead.photos.toSorted((one, other) => Number(other.id === id) - Number(one.id === id));
  queryClient.setQueryData(firstPhotosQuery.queryKey, { ...ahead, photos });
}

/** The photos after those that are loaded. */
export function readMorePhotos(queryClient: QueryClient, loaded: readonly string[]): Promise<PhotosToRate> {
  return queryClient.fetchQuery({
    queryKey: [...queryKeys.toRate, 'more'],
    queryFn: () => readPhotos(queryClient, loaded),
    staleTime: 0,
  });
}

export interface GivenScore {
  postId: string;
  score: number;
}

/** Sends a score, which is final; also while the browser closes the page (`keepalive`). */
export function useSendScore() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ postId, score }: GivenScore) => submitRating(postId, score, 'rate', { keepalive: true }),
    onSuccess: (_, { postId }) => {
      const marks = marksQuery(postId).queryKey;
      tellOtherTabs(marks);
      for (const queryKey of [marks, queryKeys.posts.post(postId)]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
