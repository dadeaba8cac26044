import type { Post } from '../../api/types.ts';

/** The name that stands beside a post: the chosen one, else the anonymous one. */
export function authorOf({ displayUsername, username }: Pick<Post, 'displayUsername' | 'username'>): string {
  return displayUsername ?? username;
}
