import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { TimelineLine } from '../../api/generated/schema.d.ts';
import { byCursor, nextPage } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';

async function readPage(cursor: string | undefined, postId: string | undefined) {
  const query = cursor === undefined ? {} : { cursor };
  const { data = [], response } = await (postId === undefined
    ? api.GET('/api/user/timeline', { params: { query } })
    : api.GET('/api/posts/{id}/history', { params: { path: { id: postId }, query } }));
  return { lines: data, next: nextPage(response) };
}

/** What the log knows about the person, or about one post of theirs, newest first; fetched on every visit. */
export const timelineQuery = (postId: string | undefined) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: queryKeys.own.timeline(postId),
    queryFn: ({ pageParam }) => readPage(pageParam, postId),
    refetchOnMount: 'always',
  });

/** Lines of one day, in the reader's time zone. */
export interface Day {
  /** Of the first line: ISO 8601. */
  at: string;
  lines: TimelineLine[];
}

/** Groups lines by the day that this function gives, in their order. */
export function byDay(lines: readonly TimelineLine[], dayOf: (iso: string) => string): Day[] {
  const days: Day[] = [];
  for (const line of lines) {
    const last = days.at(-1);
    if (last && dayOf(last.at) === dayOf(line.at)) last.lines.push(line);
    else days.push({ at: line.at, lines: [line] });
  }
  return days;
}
