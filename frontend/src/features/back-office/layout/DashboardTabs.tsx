import { Link } from '@tanstack/react-router';

const tabs = [
  { to: '/rtm-sys/posts', text: 'Posts' },
  { to: '/rtm-sys/reports', text: 'Reports' },
  { to: '/rtm-sys/boosts', text: 'Boosts' },
  { to: '/rtm-sys/users', text: 'Users' },
] as const;

/** The tabs of the pages that moderators use most. */
export function DashboardTabs() {
  return (
    <nav aria-label="Dashboard" className="mb-5 overflow-x-auto">
      <ul className="inline-flex rounded-control border-[1.5px] border-ink bg-sheet p-1">
        {tabs.map(({ to, text }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ includeSearch: false }}
              className="flex min-h-9 items-center gap-2 rounded-[0.3rem] px-3.5 text-[0.9375rem] font-semibold whitespace-nowrap text-soft hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper forced-colors:aria-[current=page]:system-chosen"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
