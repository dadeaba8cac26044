import { Link } from '@tanstack/react-router';
import {
  CalendarCheck,
  Heart,
  type LucideIcon,
  MessageCircle,
  Reply,
  Scale,
  Star,
  Trophy,
  Zap,
} from 'lucide-react';
import type { InboxEntry } from '../../api/generated/schema.d.ts';
import { Photo } from '../../components/Photo.tsx';
import { Tag } from '../../components/Tag.tsx';
import { useNow } from '../../lib/use-now.ts';
import { formatMinuteOfDay } from '../../lib/dates.ts';
import { dayTitle, inboxDays } from './inbox-days.ts';

const icons: Readonly<Record<InboxEntry['kind'], LucideIcon>> = {
  votes: Star,
  likes: Heart,
  comment: MessageCircle,
  reply: Reply,
  trophy: Trophy,
  week: CalendarCheck,
  decision: Scale,
  boostBegan: Zap,
  boostEnded: Zap,
};

function Picture({ entry: { kind, post } }: { entry: InboxEntry }) {
  const Icon = icons[kind];
  return (
    <span className="relative size-14 shrink-0 self-start">
      <span className="grid size-full place-items-center overflow-hidden rounded-control bg-wash text-accent">
        {post ? (
          <Photo imageUrl={post.imageUrl} alt="" thumbhash={post.thumbhash} sizes="56px" widest={480} />
        ) : (
          <Icon aria-hidden className="size-6" />
        )}
      </span>
      {post && (
        <span className="absolute -right-1.5 -bottom-1.5 grid size-6 place-items-center rounded-full border border-rule bg-sheet text-accent">
          <Icon aria-hidden className="size-3.5" />
        </span>
      )}
    </span>
  );
}

function Entry({ entry, isNew }: { entry: InboxEntry; isNew: boolean }) {
  const { id, kind, text, quote, by, at, path } = entry;
  // Such an entry has the id of the comment, then that of its reader.
  const hash = kind === 'comment' || kind === 'reply' ? `#comment-${id.split(':')[0]}` : '';
  return (
    <Link
      // The router asks for it; the address says the rest.
      to="/"
      href={`${path}${hash}`}
      className={`group flex items-center gap-x-4 border-l-4 py-3 pr-3 pl-2.5 -outline-offset-3 hover:bg-wash sm:pr-4 sm:pl-3.5 ${isNew ? 'border-accent' : 'border-transparent'}`}
    >
      <Picture entry={entry} />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={`group-hover:underline [overflow-wrap:anywhere] ${isNew ? 'font-bold' : ''}`}>
            {text}
          </span>
          <span className="flex shrink-0 items-baseline gap-x-2">
            {isNew && <Tag look="attention">New</Tag>}
            {at !== null && (
              <time dateTime={at} className="text-sm text-soft">
                {formatMinuteOfDay(at)}
              </time>
            )}
          </span>
        </span>
        {quote !== null && (
          <span className="mt-0.5 line-clamp-3 text-[0.9375rem] text-soft [overflow-wrap:anywhere]">
            <bdi translate="no" className="font-semibold text-ink">
              {by}
            </bdi>
            : <bdi>“{quote}”</bdi>
          </span>
        )}
      </span>
    </Link>
  );
}

interface InboxEntriesProps {
  entries: readonly InboxEntry[];
  /** Whether it is shown as new. */
  isNew: (entry: InboxEntry) => boolean;
  /** The level of the headings of days. */
  heading?: 'h2' | 'h3';
}

/** Entries by day, each one a link. */
export function InboxEntries({ entries, isNew, heading: Heading = 'h2' }: InboxEntriesProps) {
  const now = useNow('minute');
  return (
    <div className="space-y-6">
      {inboxDays(entries, now).map(({ day, entries: ofDay }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <Heading id={`day-${day}`} className="text-xl">
            <time dateTime={day}>{dayTitle(day, now)}</time>
          </Heading>
          <ol className="mt-2 divide-y divide-rule overflow-hidden rounded-card border border-rule bg-sheet">
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <Entry entry={entry} isNew={isNew(entry)} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Entries while they load. */
export function InboxSkeleton() {
  return (
    <div role="status" className="h-60 animate-breathe rounded-card bg-rule">
      <span className="sr-only">Loading your inbox…</span>
    </div>
  );
}
