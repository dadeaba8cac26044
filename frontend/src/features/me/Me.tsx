import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogOut, Settings, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { badgeCount, inboxQuery, recordQuery, useNews } from '../../api/inbox.ts';
import { useSession } from '../../api/session.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { LoadFailure } from '../../components/Notice.tsx';
import { Tag } from '../../components/Tag.tsx';
import { shownName } from '../../lib/wording.ts';
import { InboxEntries, InboxSkeleton } from '../inbox/InboxEntries.tsx';
import { useLeave } from '../layout/use-leave.ts';
import { OwnNotices, OwnPosts } from '../own-posts/OwnPosts.tsx';
import { Record } from './Record.tsx';

/** So many entries of the inbox are shown. */
const NEWEST = 5;

const pages = [
  { to: '/profile/settings', text: 'Profile', Icon: UserRound },
  { to: '/account/settings', text: 'Settings', Icon: Settings },
] as const;

interface PartProps {
  id: string;
  title: ReactNode;
  /** The link beside the title. */
  more: ReactNode;
  children: ReactNode;
}

function Part({ id, title, more, children }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

const useInbox = () => useInfiniteQuery(inboxQuery);

const moreLook = 'inline-flex min-h-11 items-center gap-1.5 text-link';

function NewestEntries({ inbox: { data, error, refetch } }: { inbox: ReturnType<typeof useInbox> }) {
  const unread = useNews()?.unread ?? 0;
  const entries = data?.pages[0]?.entries.slice(0, NEWEST);
  return (
    <Part
      id="inbox"
      title={
        <>
          Inbox{' '}
          {unread > 0 && (
            <span className="align-middle font-sans tracking-normal">
              <Tag look="attention">{badgeCount(unread)} new</Tag>
            </span>
          )}
        </>
      }
      more={
        <Link to="/inbox" className={moreLook}>
          Open Inbox
          <span aria-hidden>→</span>
        </Link>
      }
    >
      {entries && entries.length > 0 && (
        <InboxEntries entries={entries} isNew={({ isUnread }) => isUnread} heading="h3" />
      )}
      {entries?.length === 0 && (
        <p className="rounded-card border border-dashed border-line px-5 py-6 text-soft">
          Nothing here yet. Votes, likes and comments on your posts come here.
        </p>
      )}
      {!entries && error && (
        <LoadFailure text={messageOf(error, 'Your inbox could not be loaded.')} onRetry={refetch} />
      )}
      {!entries && !error && <InboxSkeleton />}
    </Part>
  );
}

/** What is the person's own: their record, what is new, their posts, and the way to their settings. */
export function Me() {
  const { user } = useSession();
  const leave = useLeave();
  const record = useQuery(recordQuery);
  const inbox = useInbox();
  // While the redirect after a logout is in progress.
  if (!user) return null;
  const name = shownName(user);
  return (
    <div key={user.id} className="mx-auto max-w-wide px-4 pt-6 pb-16 sm:px-6 sm:pt-12">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="flex min-w-0 items-center gap-4">
          <Avatar
            name={name}
            colourOf={user.id}
            pictureUrl={user.profilePictureUrl}
            className="size-14 text-2xl sm:size-16"
          />
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
              Me
            </h1>
            <p dir="auto" translate="no" className="text-soft [overflow-wrap:anywhere]">
              {name}
            </p>
          </div>
        </div>
        <nav aria-label="Account" className="flex flex-wrap gap-2">
          {pages.map(({ to, text, Icon }) => (
            <Button key={to} asChild look="secondary" className="px-3 sm:px-4">
              <Link to={to}>
                <Icon aria-hidden className="size-4 max-sm:hidden" />
                {text}
              </Link>
            </Button>
          ))}
          <Button look="quiet" className="px-3 sm:px-4" onClick={leave}>
            <LogOut aria-hidden className="size-4 max-sm:hidden" />
            Logout
          </Button>
        </nav>
      </div>
      <OwnNotices user={user} />
      <div className="mt-8 space-y-10 sm:space-y-14">
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[1fr_1.6fr]">
          <Record record={record} />
          {/* What is above has its height first, so that nothing moves. */}
          {!record.isPending && <NewestEntries inbox={inbox} />}
        </div>
        {!record.isPending && !inbox.isPending && (
          <Part
            id="posts"
            title="My Posts"
            more={
              <Link to="/" className={moreLook}>
                Upload a Photo
                <span aria-hidden>→</span>
              </Link>
            }
          >
            <OwnPosts />
          </Part>
        )}
      </div>
    </div>
  );
}
