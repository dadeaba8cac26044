import { useQuery } from '@tanstack/react-query';
import { backgroundHeader } from '../../../api/attention.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { TrailLine } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { NewItems } from '../../../components/NewItems.tsx';
import { counted } from '../../../lib/wording.ts';
import type { List } from '../table/list.ts';
import { useList } from '../table/use-list.ts';

/** How often the server is asked, in milliseconds. */
const PERIOD = 10_000;
/** The server counts no further. */
const MOST = 100;

/** Says how many lines are newer than those on the page. The list changes only when they are asked for. */
export function NewerLines({ list }: { list: List<TrailLine> }) {
  const { filter, page, result } = useList(list);
  const newest = result.data?.rows[0]?.position ?? (result.data?.next === undefined ? 0 : undefined);
  const isFirst = page === 1 && result.data !== undefined && newest !== undefined;
  const query = { ...filter, after: newest ?? 0 };
  const { data } = useQuery({
    queryKey: queryKeys.backOffice.newerLines(query),
    queryFn: () =>
      bodyOf(
        api.GET('/api/rtm-sys/audit/newer', {
          params: { query: query as object },
          headers: backgroundHeader,
        }),
      ),
    enabled: isFirst && !result.isPlaceholderData,
    refetchInterval: PERIOD,
  });
  const count = isFirst ? (data?.count ?? 0) : 0;
  const text = count < MOST ? counted(count, 'new line') : `${MOST} new lines or more`;
  const show = (): void => {
    window.scrollTo({ top: 0 });
    // The button goes, and the focus stays on the page.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    void result.refetch();
  };
  return <NewItems text={count > 0 ? text : ''} top="top-20 lg:top-4" onShow={show} />;
}
