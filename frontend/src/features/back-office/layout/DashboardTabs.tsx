import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { backgroundHeader } from '../../../api/attention.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { adminQuery } from '../session/admin.queries.ts';

/** How often the counts are read again, in milliseconds. */
const PERIOD = 30_000;

export const countsQuery = queryOptions({
  queryKey: queryKeys.backOffice.counts,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/counts', { headers: backgroundHeader })),
  refetchOnMount: 'always',
  refetchInterval: PERIOD,
});

const tabs = [
  { to: '/rtm-sys/posts', text: 'Posts', of: 'posts' },
  { to: '/rtm-sys/reports', text: 'Reports', of: 'reports' },
  { to: '/rtm-sys/boosts', text: 'Boosts', of: 'boosts' },
  { to: '/rtm-sys/users', text: 'Users', of: 'users' },
] as const;

const tab =
  'flex min-h-9 items-center gap-x-2 rounded-[0.3rem] text-[0.9375rem] font-semibold whitespace-nowrap text-soft hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper forced-colors:aria-[current=page]:system-chosen';
const bar = 'inline-flex rounded-control border-[1.5px] border-ink bg-sheet p-1';

/** The tabs of the pages that moderators use most, with their counts; and the review queue beside them. */
export function DashboardTabs() {
  const { data: admin } = useQuery(adminQuery);
  const { data: counts } = useQuery(countsQuery);
  // The role of finance can use one of the pages. Its sidebar leads there.
  if (admin?.role === 'finance') return null;
  return (
    <nav aria-label="Dashboard" className="mb-5 flex flex-wrap gap-3">
      <ul className={`${bar} max-sm:grid max-sm:w-full max-sm:grid-cols-4`}>
        {tabs.map(({ to, text, of }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ includeSearch: false }}
              className={`${tab} px-3.5 max-sm:flex-col max-sm:px-1 max-sm:py-1`}
            >
              {text}
              {counts && <span className="text-sm font-normal">{formatWhole(counts[of])}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <div className={bar}>
        <Link to="/rtm-sys/queue" activeOptions={{ includeSearch: false }} className={`${tab} px-3.5`}>
          Review Queue
          {counts && <span className="text-sm font-normal">{formatWhole(counts.queue)}</span>}
          {counts !== undefined && counts.overdue > 0 && (
            <span className="text-sm font-semibold text-danger in-aria-[current=page]:text-inherit">
              {`${formatWhole(counts.overdue)} overdue`}
            </span>
          )}
        </Link>
      </div>
    </nav>
  );
}
