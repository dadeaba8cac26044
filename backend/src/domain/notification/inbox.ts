import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, nullable, time } from '../../kernel/field.js';

const fields = {
  accountId: id,
  /** What is about this post was read; null for the whole inbox. */
  postId: nullable(id),
  /** Everything until then was read. */
  upTo: time,
};

interface Reading extends DataOf<typeof fields> {
  readonly now: string;
}

/** Up to when a person has read their inbox, ISO 8601; empty before the first time. */
export interface Inbox {
  readonly upTo: string;
  /** Of posts that were read later than the whole. */
  readonly posts: Readonly<Record<string, string>>;
}

const initial: Inbox = { upTo: '', posts: {} };

export const Inbox = aggregate('inbox', {
  id: ({ accountId }: { readonly accountId: string }) => accountId,
  initial,
  events: {
    /** A person has read their inbox, or what is in it about one post. */
    InboxRead: event(
      fields,
      '{actor} read the inbox of {accountId} up to {upTo|time} ({postId?all of it}).',
      {
        accountId: 'person',
        postId: 'post',
      },
    ),
  },
}).rules({
  evolve: { InboxRead: readUpTo },
  decide: {
    /** Note up to when a person has read. It only moves forward, and never beyond `now`. */
    ReadInbox({ now, ...data }: Reading, state) {
      const upTo = data.upTo < now ? data.upTo : now;
      const known = data.postId === null ? state.upTo : readAt(state, data.postId);
      return upTo > known ? [{ type: 'InboxRead', data: { ...data, upTo } }] : [];
    },
  },
});

/** Up to when what is about a post was read. */
export function readAt({ upTo, posts }: Inbox, postId: string | null): string {
  const ofPost = postId === null ? '' : (posts[postId] ?? '');
  return ofPost > upTo ? ofPost : upTo;
}

/** Of so many posts it is known that they were read later than the whole: the newest. */
const MOST_POSTS = 200;

export function readUpTo(inbox: Inbox, { postId, upTo }: Omit<DataOf<typeof fields>, 'accountId'>): Inbox {
  const all = postId === null && upTo > inbox.upTo ? upTo : inbox.upTo;
  const posts = Object.entries(postId === null ? inbox.posts : { ...inbox.posts, [postId]: upTo });
  const later = posts.filter(([, at]) => at > all).toSorted(([, one], [, other]) => (one < other ? 1 : -1));
  return { upTo: all, posts: Object.fromEntries(later.slice(0, MOST_POSTS)) };
}
