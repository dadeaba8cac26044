import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import type { Rater } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { oneAct } from '../acts/act.ts';

/** What can be suspicious about a rater, in words. */
export const signalNames: Readonly<Record<Rater['signals'][number], string>> = {
  onePerson: 'New, rates one person',
  extremes: 'Always 0 or 10',
  burst: 'Ten ratings in two minutes',
};

/** People who rate each other high, several times each. */
export const ringsQuery = queryOptions({
  queryKey: queryKeys.backOffice.rings,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/rings')),
  refetchOnMount: 'always',
});

export const raterQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.backOffice.rater(id),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/raters/{id}', { params: { path: { id } } })),
    refetchOnMount: 'always',
  });

/** The board with and without the ratings of a person, or one of them. */
export const comparisonQuery = (id: string, postId: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.backOffice.comparison(id, postId),
    queryFn: () =>
      bodyOf(
        api.GET('/api/rtm-sys/raters/{id}/what-if', {
          params: { path: { id }, query: postId === undefined ? {} : { postId } },
        }),
      ),
    refetchOnMount: 'always',
  });

/** Lets the ratings of a person, or one of them, no longer count. */
export function exclude(userId: string, postId: string | undefined, note: string) {
  const call =
    postId === undefined
      ? api.POST('/api/rtm-sys/raters/{id}/exclude', { params: { path: { id: userId } }, body: { note } })
      : api.POST('/api/rtm-sys/ratings/exclude', { body: { userId, postId, note } });
  return oneAct(bodyOf<{ actId: string }>(call));
}
