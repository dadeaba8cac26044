import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** What the server finds for a text. Not kept: an address may be looked for, and what exists changes. */
export const foundQuery = (text: string) =>
  queryOptions({
    queryKey: queryKeys.backOffice.search(text),
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/rtm-sys/search', { params: { query: { q: text } }, signal })),
    gcTime: 0,
  });
