import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { inboxQuery, useReading } from '../../api/inbox.ts';
import { useSession } from '../../api/session.ts';
import { Button, ShowMore } from '../../components/Button.tsx';
import { LoadFailure } from '../../components/Notice.tsx';
import { InboxEntries, InboxSkeleton } from './InboxEntries.tsx';

function NothingYet() {
  return (
    <div className="rounded-card border border-dashed border-line px-6 py-14 text-center">
      <p className="font-display text-2xl font-bold">Nothing here yet</p>
      <p className="mx-auto mt-2 max-w-md text-soft">
        Votes, likes and comments on your posts, replies to you, and how your weeks end: you find them here
        for 90 days.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link to="/">Upload a Photo</Link>
        </Button>
        <Button asChild look="secondary">
          <Link to="/rate">Rate Others</Link>
        </Button>
      </div>
    </div>
  );
}

function Entries() {
  const { data, error, refetch, isFetchedAfterMount, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(inboxQuery);
  const entries = data?.pages.flatMap((page) => page.entries);
  // What is read while the page is open is still shown as new.
  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  const unread = (isFetchedAfterMount && entries?.filter(({ isUnread }) => isUnread)) || [];
  const more = unread.filter(({ id }) => !news.has(id));
  if (more.length > 0) setNews(new Set([...news, ...more.map(({ id }) => id)]));
  useReading('inbox', unread.length > 0 ? data?.pages[0]?.upTo : undefined);
  if (!entries) {
    return error ? (
      <LoadFailure
        text={messageOf(error, 'Your inbox could not be loaded.')}
        onRetry={refetch}
        className="max-w-md space-y-4"
      />
    ) : (
      <InboxSkeleton />
    );
  }
  if (entries.length === 0) return <NothingYet />;
  return (
    <>
      <InboxEntries entries={entries} isNew={({ id }) => news.has(id)} />
      {hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  );
}

/** What happened to the person's posts and comments, by day. Opening it reads it. */
export function Inbox() {
  const { user } = useSession();
  // While the redirect after a logout is in progress.
  if (!user) return null;
  return (
    <div className="mx-auto max-w-reading px-4 pt-8 pb-16 sm:px-6 sm:pt-14">
      <h1 tabIndex={-1} className="mb-6 text-4xl sm:mb-8 sm:text-5xl">
        Inbox
      </h1>
      <Entries key={user.id} />
    </div>
  );
}
