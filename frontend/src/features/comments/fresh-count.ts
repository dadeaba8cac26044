import type { Comment } from '../../api/types.ts';
import { idsOf } from './thread.ts';

/** The most comments of a post that the server lists: of more, some are never read, so that the count tells nothing of new ones. */
export const mostListed = 5000;

/**
 * How many comments a post has beyond those that were read, without those that were sent from here (by their ids) and are not
 * among them yet: their author knows of them.
 */
export function freshCount(total: number, listed: readonly Comment[], sent: readonly string[]): number {
  if (total > mostListed) return 0;
  const ids = new Set(idsOf(listed));
  const own = new Set(sent.filter((id) => id !== '' && !ids.has(id)));
  return Math.max(0, total - ids.size - own.size);
}
