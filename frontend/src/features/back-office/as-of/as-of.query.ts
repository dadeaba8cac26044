import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { AsOfKind } from '../subjects/as-of-kinds.ts';

/** @param at a time, a position or the id of an event; undefined for now */
export const asOfQuery = (kind: AsOfKind, id: string, at: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.backOffice.asOf(kind, id, at),
    queryFn: () =>
      bodyOf(
        // The paths of all kinds have the same answer.
        api.GET(`/api/rtm-sys/as-of/${kind}/{id}` as '/api/rtm-sys/as-of/post/{id}', {
          params: { path: { id }, query: at === undefined ? {} : { at } },
        }),
      ),
    // The slider stays while another moment loads.
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
