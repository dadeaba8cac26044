import { Link, useLocation } from '@tanstack/react-router';
import { Bell as BellIcon } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { User } from '../../api/generated/schema.d.ts';
import { badgeCount, useNews, useReading } from '../../api/inbox.ts';
import { latestAhead } from '../../api/server-clock.ts';
import { backOfficeLink } from '../../lib/back-office.ts';
import { writeStored } from '../../lib/storage.ts';
import { shownName } from '../../lib/wording.ts';
import { UnusedBoosts } from '../boosts/UnusedBoosts.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { useLeave } from './use-leave.ts';

/** How many entries of the inbox are new, for a badge: none on the page that shows which they are. */
function useUnread(): number {
  const isOpen = useLocation({ select: ({ pathname }) => pathname === '/inbox' });
  const unread = useNews()?.unread ?? 0;
  return isOpen ? 0 : unread;
}

/** How many entries of the inbox are new. Nothing without any. */
function Count({ unread, className }: { unread: number; className: string }) {
  return (
    unread > 0 && (
      <span
        aria-hidden
        className={`min-w-5 rounded-full border border-paper bg-accent px-1 text-center text-xs/5 font-bold text-on-accent tabular-nums ${className}`}
      >
        {badgeCount(unread)}
      </span>
    )
  );
}

/** The same for a link that has its name from its text. */
function SpokenCount({ className }: { className: string }) {
  const unread = useUnread();
  return (
    <>
      <Count unread={unread} className={className} />
      {unread > 0 && <span className="sr-only">{`, ${badgeCount(unread)} new`}</span>}
    </>
  );
}

/** A time that is certainly no earlier than the server's, which takes its own for it. Its responses tell whole seconds. */
const soon = (): string => new Date(Date.now() - latestAhead() + 1000).toISOString();

/** Leads to the inbox, and says how much is new; phones have that in their bar. What is about a post is read when its page is open. */
function Bell({ user: { emailVerified } }: Pick<OwnControlProps, 'user'>) {
  // For `theme.js`, which shows the home page of members before it is known who they are.
  useEffect(
    () => writeStored(() => localStorage, 'unverified', emailVerified ? null : 'true'),
    [emailVerified],
  );
  const news = useNews();
  const postId = useLocation({ select: ({ pathname }) => /^\/post\/([^/]+)$/.exec(pathname)?.[1] ?? '' });
  const upTo = useMemo(
    () => (news?.posts.some((post) => post.postId === postId) ? soon() : undefined),
    [news, postId],
  );
  useReading(postId, upTo);
  const unread = useUnread();
  return (
    <Link
      to="/inbox"
      aria-label={unread > 0 ? `Inbox, ${badgeCount(unread)} new` : 'Inbox'}
      className="relative grid size-11 shrink-0 place-items-center rounded-control hover:bg-wash aria-[current=page]:text-accent max-sm:hidden"
    >
      <BellIcon aria-hidden className="size-5" />
      <Count unread={unread} className="absolute top-0.5 left-5.5" />
    </Link>
  );
}

interface OwnControlProps {
  is: 'header' | 'count' | 'links' | 'menu';
  user: User;
  /** Closes the menu of the links. */
  onLeave?: () => void;
}

const pages = [
  { to: '/me', text: 'Me' },
  { to: '/inbox', text: 'Inbox' },
  { to: '/my-posts', text: 'My Posts' },
  { to: '/profile/settings', text: 'Profile' },
  { to: '/account/settings', text: 'Settings' },
] as const;

/** The links of the mobile menu. */
function OwnLinks({ user, onLeave }: Omit<OwnControlProps, 'is'>) {
  const leave = useLeave();
  return (
    <>
      {[...pages, ...(user.isAdmin ? [backOfficeLink] : [])].map(({ to, text }) => (
        <Link
          key={to}
          to={to}
          onClick={onLeave}
          className="border-b border-rule py-3.5 font-display text-xl font-bold aria-[current=page]:text-accent"
        >
          {text}
          {to === '/inbox' && <SpokenCount className="ml-2 inline-block align-middle font-sans" />}
        </Link>
      ))}
      <button
        type="button"
        onClick={() => {
          onLeave?.();
          leave();
        }}
        className="flex items-baseline justify-between gap-4 py-3.5 text-left"
      >
        <span className="font-display text-xl font-bold">Logout</span>
        <span translate="no" className="truncate text-[0.9375rem] text-soft">
          {shownName(user)}
        </span>
      </button>
      <UnusedBoosts place="menu" />
    </>
  );
}

/** What the header and the bar of phones have for a signed-in person. */
export function OwnControl({ is, ...rest }: OwnControlProps): ReactNode {
  if (is === 'header')
    return (
      <>
        <UnusedBoosts place="header" />
        <Bell user={rest.user} />
      </>
    );
  if (is === 'count') return <SpokenCount className="absolute top-1 left-[calc(50%+0.25rem)]" />;
  return is === 'links' ? <OwnLinks {...rest} /> : <ProfileMenu user={rest.user} />;
}
