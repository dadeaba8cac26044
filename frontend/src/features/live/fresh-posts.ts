import { createStore } from '../../lib/create-store.ts';

/** More new posts need not be counted. */
const mostPosts = 200;

/** The ids of posts that were published since the lists on the screen were read, oldest first. */
export const freshPosts = createStore<readonly string[]>([]);

export function noteFreshPosts(ids: readonly string[]): void {
  if (ids.length > 0) freshPosts.write([...new Set([...freshPosts.read(), ...ids])].slice(-mostPosts));
}

/** Drops posts that are shown or removed. */
export function dropFreshPosts(ids: readonly string[]): void {
  const rest = freshPosts.read().filter((id) => !ids.includes(id));
  if (rest.length < freshPosts.read().length) freshPosts.write(rest);
}
