/** What is known of a person's posts, for a decision about the next one. */
export interface TrustFacts {
  /** When the person's address was verified, ISO 8601; null before. */
  readonly verifiedAt: string | null;
  /** How many of their posts went public. */
  readonly publicPosts: number;
  /** When admins decided against them, ISO 8601; decisions that were undone are left out. */
  readonly decidedAgainst: readonly string[];
}
