import type { Catalogue } from '../../kernel/event.js';

/** A post's place at the end of a week. */
export interface Standing {
  /** From 1. */
  readonly rank: number;
  readonly postId: string;
  readonly ownerId: string;
  /** The sum of all scores in tenths, and how many they are. */
  readonly scoreTenths: number;
  readonly scoreCount: number;
}

export interface WeekEvents {
  /** A week is over; these are its standings for good, best first. */
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
