/** What has happened since the lists on the screen were read, and waits until somebody wants to see it. */
interface Fresh {
  /** Posts that are new on the board, oldest first. */
  posts: readonly string[];
}

/** Nobody waits for more than a screenful. */
const mostPosts = 200;

let fresh: Fresh = { posts: [] };
const listeners = new Set<() => void>();

function change(next: Fresh): void {
  fresh = next;
  for (const listener of listeners) listener();
}

/** Notes that these posts are new. */
export function noteFreshPosts(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const posts = [...new Set([...fresh.posts, ...ids])].slice(-mostPosts);
  change({ posts });
}

/** These posts are gone, or stand where they belong: they wait no more. */
export function forgetFreshPosts(ids: readonly string[]): void {
  const posts = fresh.posts.filter((id) => !ids.includes(id));
  if (posts.length < fresh.posts.length) change({ posts });
}

/** Everything has been read anew: nothing is new any more. */
export function forgetFresh(): void {
  change({ posts: [] });
}

/** For useSyncExternalStore. */
export const freshStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): Fresh => fresh,
};
