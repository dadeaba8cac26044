import type { Catalogue } from '../../kernel/event.js';

/** A post's rank at the end of a week. */
export interface Standing {
  /** From 1. */
  readonly rank: number;
  readonly postId: string;
  readonly ownerId: string;
  /** The sum of all scores in tenths, and the number of scores. */
  readonly scoreTenths: number;
  readonly scoreCount: number;
}

export interface WeekEvents {
  /** A week was closed. These are its final standings, best first. */
  WeekClosed: {
    /** ISO week, e.g. `2026-W47`. */
    week: string;
    startsAt: string;
    endsAt: string;
    standings: readonly Standing[];
  };
}

export const weekEvents: Catalogue<WeekEvents> = {
  WeekClosed: { version: 1 },
};
