import type { Evolve, Rules } from '../../kernel/aggregate.js';
import type { postCheckEvents } from './post-check.js';
import { type Post, decided } from './post-moderation.js';

const DAY_MS = 86_400_000;
/** A report by an account that is older hides a post alone. */
const ESTABLISHED_MS = 7 * DAY_MS;
/** For so long after a false report, a person's reports hide nothing. */
const FALSE_MS = 90 * DAY_MS;
/** How many posts the reports of one person keep from the public at a time. */
const MOST_HIDDEN = 3;

/** A report of a person under 18 that waits for a decision, or that an admin agreed with. */
export interface MinorReport {
  readonly reporterId: string;
  readonly isEstablished: boolean;
  /** Whether others of these reports of theirs were false. */
  readonly hadFalse: boolean;
  /** How many other posts are in check because of them. */
  readonly hidesElsewhere: number;
}

interface Circumstances {
  /** Whether the photo check asked for a review. */
  readonly isDoubted: boolean;
  /** Whether an admin found nothing wrong with the post before. */
  readonly wasCleared: boolean;
  /** Whether two accounts are known to belong together. */
  readonly areLinked: (one: string, other: string) => boolean;
}

/** Whether an account was old enough when it reported. Times are ISO 8601. */
export function isEstablishedAt(createdAt: string | null, reportedAt: string): boolean {
  return createdAt !== null && Date.parse(reportedAt) - Date.parse(createdAt) > ESTABLISHED_MS;
}

/** Whether a report that was dismissed as false takes the weight of another one: also of one that was made before. */
export function discredits(falseAt: string, reportedAt: string): boolean {
  return Date.parse(reportedAt) - Date.parse(falseAt) < FALSE_MS;
}

/**
 * Whose reports keep a post from the public until an admin has looked at it: one person, two, or nobody. What was cleared
 * is hidden again by two unlinked people only.
 *
 * @param reports oldest first
 */
export function hidingReporters(
  reports: readonly MinorReport[],
  { isDoubted, wasCleared, areLinked }: Circumstances,
): readonly string[] {
  const heard = reports.filter(({ hadFalse, hidesElsewhere }) => !hadFalse && hidesElsewhere < MOST_HIDDEN);
  const alone = wasCleared ? undefined : heard.find(({ isEstablished }) => isDoubted || isEstablished);
  if (alone) return [alone.reporterId];
  for (const [index, { reporterId: one }] of heard.entries()) {
    const other = heard.slice(index + 1).find(({ reporterId }) => !areLinked(one, reporterId));
    if (other) return [one, other.reporterId];
  }
  return [];
}

export const postCheckFolds = {
  PostCheckBegan: (post, { reporters }) => decided(post, { check: reporters }),
  PostCheckEnded: (post, { actId, isCleared }) => ({
    ...decided(post, { check: null }),
    endedChecks:
      actId !== null && post.check ? { ...post.endedChecks, [actId]: post.check } : post.endedChecks,
    clearedBy: actId !== null && isCleared ? [...post.clearedBy, actId] : post.clearedBy,
  }),
} satisfies Evolve<Post, typeof postCheckEvents>;

export interface Settling {
  readonly postId: string;
  /** Whose reports hide it now; empty for nobody. */
  readonly reporters: readonly string[];
  /** The dismissal of a report on this post, which clears it; null for none. */
  readonly clearedBy: string | null;
}

export const postCheckRules = {
  /** Keep a public post from the public as long as reports of a person under 18 hide it, and no longer. */
  SettleCheck({ postId, reporters, clearedBy: actId }: Settling, post) {
    const { ownerId, deleted, check, isPublic } = post;
    if (ownerId === null || deleted) return [];
    if (reporters.length > 0) {
      const isSettled = check ? check.join() === reporters.join() : !isPublic;
      return isSettled ? [] : [{ type: 'PostCheckBegan', data: { postId, ownerId, reporters } }];
    }
    if (check === null) return [];
    const result = { isCleared: actId !== null, isPublic: decided(post, { check: null }).isPublic };
    return [{ type: 'PostCheckEnded', data: { postId, ownerId, actId, ...result } }];
  },
} satisfies Rules<Post, typeof postCheckEvents>;
