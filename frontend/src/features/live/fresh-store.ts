/** What has happened since the lists on the screen were read, and waits until somebody wants to see it. */
interface Fresh {
  /** Posts that are new on the board, oldest first. */
  posts: readonly string[];
  /** How many comments a post has got, by its id. */
  comments: Readonly<Record<string, number>>;
}

/** Nobody waits for more than a screenful. */
const mostPosts = 200;

let fresh: Fresh = { posts: [], comments: {} };
const listeners = new Set<() => void>();

function change(next: Fresh): void {
  fresh = next;
  for (const listener of listeners) listener();
}

/** Notes that these posts are new. */
export function noteFreshPosts(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const posts = [...new Set([...fresh.posts, ...ids])].slice(-mostPosts);
  change({ ...fresh, posts });
}

/** Notes that so many comments have come to a post. */
export function noteFreshComments(postId: string, count: number): void {
  change({
    ...fresh,
    comments: { ...fresh.comments, [postId]: (fresh.comments[postId] ?? 0) + count },
  });
}

/** The comments of a post have been read: none is new any more. */
export function forgetFreshComments(postId: string): void {
  if (!fresh.comments[postId]) return;
  const { [postId]: _, ...comments } = fresh.comments;
  change({ ...fresh, comments });
}

/** Everything has been read anew: nothing is new any more. */
export function forgetFresh(): void {
  change({ posts: [], comments: {} });
}

/** For useSyncExternalStore. */
export const freshStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): Fresh => fresh,
};
