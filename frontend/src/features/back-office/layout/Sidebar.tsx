import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { messageOf } from '../../../api/api-error.ts';
import { backgroundHeader } from '../../../api/background-requests.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Logo } from '../../../components/Logo.tsx';
import { ThemeToggle } from '../../../components/ThemeToggle.tsx';
import { useFailureToast } from '../../../components/toast.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { adminQuery, entryQuery, useAdminLogout } from '../session/admin.queries.ts';
import { leaveForLogin } from '../session/leave.ts';
import { moreSections, openTo, sections } from './sections.ts';

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

const item =
  'flex min-h-11 items-center gap-3 rounded-control px-3 font-semibold -outline-offset-3 hover:bg-wash hover:text-accent ' +
  'aria-[current=page]:bg-ink aria-[current=page]:text-paper forced-colors:aria-[current=page]:system-chosen';

/** Signs out, and opens the login. */
function useLeave(): { leave: () => void; isLeaving: boolean } {
  const queryClient = useQueryClient();
  const logout = useAdminLogout();
  const failure = useFailureToast();
  const leave = async (): Promise<void> => {
    try {
      // Read before: once signed out, a visitor may not know the address.
      const login = await queryClient.ensureQueryData(entryQuery).catch(() => null);
      await logout.mutateAsync();
      leaveForLogin(login, false);
    } catch (error) {
      failure.tell('Logout failed', messageOf(error, 'Please try again.'));
    }
  };
  return { leave: () => void leave(), isLeaving: logout.isPending || logout.isSuccess };
}

function SignedIn({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const { data: admin } = useQuery(adminQuery);
  const { leave, isLeaving } = useLeave();
  if (!admin) return null;
  return (
    <div className="border-t border-rule pt-3">
      <div className="flex items-center gap-1">
        <Link
          to="/rtm-sys/account"
          onClick={onLeave}
          className="flex min-h-11 min-w-0 grow flex-col justify-center rounded-control px-3 py-1 leading-tight hover:bg-wash hover:text-accent aria-[current=page]:bg-wash"
        >
          <span className="truncate font-semibold">{admin.username}</span>
          <span className="text-sm text-soft">
            <span className="capitalize">{admin.role}</span> · Your login
          </span>
        </Link>
        <ThemeToggle />
      </div>
      <button
        type="button"
        onClick={leave}
        aria-disabled={isLeaving || undefined}
        className="mt-1 flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-semibold hover:bg-wash hover:text-accent"
      >
        <LogOut aria-hidden className="size-5" />
        Logout
      </button>
    </div>
  );
}

function SectionLinks({
  of,
  onLeave,
}: {
  of: typeof sections | typeof moreSections;
  onLeave?: (() => void) | undefined;
}) {
  const { data: admin } = useQuery(adminQuery);
  const { data: counts } = useQuery(countsQuery);
  return (
    <ul className="space-y-0.5">
      {openTo<(typeof of)[number]>(of, admin?.role).map(({ to, text, icon: Icon }) => (
        <li key={to}>
          <Link to={to} onClick={onLeave} activeOptions={{ includeSearch: false }} className={item}>
            <Icon aria-hidden className="size-5 shrink-0" />
            {text}
            {to === '/rtm-sys/appeals' && counts !== undefined && counts.appeals > 0 && (
              <span className="ml-auto text-sm font-normal">
                <span>{formatWhole(counts.appeals)}</span>
                <span className="sr-only"> waiting</span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface SidebarProps {
  /** Called when a link was followed, to close the drawer. */
  onLeave?: () => void;
}

export function Sidebar({ onLeave }: SidebarProps) {
  return (
    <>
      <div className="px-3">
        <Logo />
        <p className="eyebrow mt-1 text-soft">Back office</p>
      </div>
      {/* Only the links scroll in a low window: the end of the session stays in view. */}
      <nav aria-label="Back office" className="-mx-1 mt-5 min-h-0 grow overflow-y-auto px-1">
        <SectionLinks of={sections} onLeave={onLeave} />
        <div className="mt-3 border-t border-rule pt-3">
          <SectionLinks of={moreSections} onLeave={onLeave} />
        </div>
      </nav>
      <SignedIn onLeave={onLeave} />
    </>
  );
}
