/** How long an admin reviews until a break is suggested, and how long a break is, in milliseconds. */
export const LONGEST_MS = 30 * 60_000;
export const BREAK_MS = 5 * 60_000;

/** The time that an admin reviews without a break, in milliseconds since 1970. */
export interface ReviewTime {
  since: number;
  /** When the page was last open. */
  seen: number;
}

/** The review time at a moment. It starts over after a break, also one in which the computer slept. */
export function reviewTimeAt(before: ReviewTime | undefined, now: number): ReviewTime {
  const isSame = before !== undefined && now >= before.seen && now - before.seen < BREAK_MS;
  return { since: isSame ? before.since : now, seen: now };
}

export function isBreakDue({ since }: ReviewTime, now: number): boolean {
  return now - since >= LONGEST_MS;
}
