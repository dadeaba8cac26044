import { type TypeOf, named, oneOf } from '../../kernel/field.js';

/** What is known of a person's posts, for a decision about the next one. */
export interface TrustFacts {
  /** When the person's address was verified, ISO 8601; null before. */
  readonly verifiedAt: string | null;
  /** How many of their posts went public. */
  readonly publicPosts: number;
  /** When admins decided against them, ISO 8601; decisions that were undone are left out. */
  readonly decidedAgainst: readonly string[];
}

/** How far a person's posts are trusted. */
export const TRUST_LEVELS = ['new', 'known', 'trusted', 'under strikes'] as const;
export const TrustLevel = named('Standing', oneOf(...TRUST_LEVELS));
export type TrustLevel = TypeOf<typeof TrustLevel>;

const TRUST_RULES = {
  /** This many decisions against a person within these days put them under strikes. */
  strikes: { decisions: 2, days: 30 },
  /** A person is new until both are reached. */
  new: { days: 7, publicPosts: 3 },
  /** A person is trusted once both are reached, and nothing was decided against them for so many days. */
  trusted: { days: 90, publicPosts: 20, daysWithoutDecision: 180 },
} as const;

/** What a level follows from, in words for admins. */
export function whyTrusted(level: TrustLevel): string {
  const { strikes, new: fresh, trusted } = TRUST_RULES;
  return {
    new: `Verified for less than ${fresh.days} days, or fewer than ${fresh.publicPosts} posts went public`,
    known: `Verified for at least ${fresh.days} days, and at least ${fresh.publicPosts} posts went public`,
    trusted: `Verified for at least ${trusted.days} days, at least ${trusted.publicPosts} posts went public, and no decision against them in ${trusted.daysWithoutDecision} days`,
    'under strikes': `${strikes.decisions} decisions against them within ${strikes.days} days`,
  }[level];
}

const DAY_MS = 86_400_000;

export function trustLevelOf({ verifiedAt, publicPosts, decidedAgainst }: TrustFacts, now: Date): TrustLevel {
  const { strikes, new: fresh, trusted } = TRUST_RULES;
  const daysSince = (at: string) => (now.getTime() - Date.parse(at)) / DAY_MS;
  const decisionsWithin = (days: number) => decidedAgainst.filter((at) => daysSince(at) < days).length;
  if (decisionsWithin(strikes.days) >= strikes.decisions) return 'under strikes';
  const age = verifiedAt === null ? 0 : daysSince(verifiedAt);
  if (age < fresh.days || publicPosts < fresh.publicPosts) return 'new';
  const isTrusted =
    age >= trusted.days &&
    publicPosts >= trusted.publicPosts &&
    decisionsWithin(trusted.daysWithoutDecision) === 0;
  return isTrusted ? 'trusted' : 'known';
}
