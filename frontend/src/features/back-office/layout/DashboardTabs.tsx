import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** How often the counts are read again, in milliseconds. */
const PERIOD = 30_000;

const countsQuery = queryOptions({
  queryKey: queryKeys.backOffice.counts,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/counts')),
  refetchOnMount: 'always',
  refetchInterval: PERIOD,
});

const tabs = [
  { to: '/rtm-sys/posts', text: 'Posts', of: 'posts' },
  { to: '/rtm-sys/reports', text: 'Reports', of: 'reports' },
  { to: '/rtm-sys/boosts', text: 'Boosts', of: 'boosts' },
  { to: '/rtm-sys/users', text: 'Users', of: 'users' },
] as const;

const whole = new Intl.NumberFormat('en-GB');

/** The tabs of the pages that moderators use most, with their counts. */
export function DashboardTabs() {
  const { data: counts } = useQuery(countsQuery);
  return (
    <nav aria-label="Dashboard" className="mb-5">
      <ul className="inline-flex rounded-control border-[1.5px] border-ink bg-sheet p-1 max-sm:grid max-sm:grid-cols-4">
        {tabs.map(({ to, text, of }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ includeSearch: false }}
              className="flex min-h-9 items-center gap-x-2 rounded-[0.3rem] px-3.5 max-sm:flex-col max-sm:px-1 max-sm:py-1 text-[0.9375rem] font-semibold whitespace-nowrap text-soft hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper forced-colors:aria-[current=page]:system-chosen"
            >
              {text}
              {counts && <span className="text-sm font-normal">{whole.format(counts[of])}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
