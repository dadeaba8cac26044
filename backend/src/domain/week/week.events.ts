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
  /**
   * Up to 1,000 final standings of a week, best first, before it is closed. They count once the week is closed under the
   * same `closing`. A closing that was interrupted leaves standings that never count.
   */
  WeekRanked: { week: string; closing: string; standings: readonly Standing[] };
  /** A week was closed. Its final standings are in the events before with the same `closing`. */
  WeekClosed: {
    /** ISO week, e.g. `2026-W47`. */
    week: string;
    startsAt: string;
    endsAt: string;
    /** Names this closing; a week that is reopened and closed again gets another one. */
    closing: string;
    /** How many posts have a rank. */
    ranks: number;
  };
  /** A closing was undone: the week is open again, with all its posts. */
  WeekReopened: {
    week: string;
    closing: string;
    /**
     * The next closing counts what this one could: the events of the log before its first one. Null if it counts everything
     * that is there by then.
     */
    asOf: string | null;
    /** In the words of the owner who accepted a recount; null for other undos. */
    reason: string | null;
  };
}

export const weekEvents: Catalogue<WeekEvents> = {
  WeekRanked: {
    version: 1,
    trail: {
      says: '{actor} recorded {standings.length} of the final ranks of {week}.',
      about: { week: 'week' },
    },
  },
  WeekClosed: {
    version: 1,
    trail: { says: '{actor} closed {week} and fixed its ranks, {ranks} in all.', about: { week: 'week' } },
  },
  WeekReopened: {
    version: 1,
    trail: {
      says: '{actor} reopened {week} {asOf?to close it by a recount:with all its posts}.',
      about: { week: 'week' },
    },
  },
};
