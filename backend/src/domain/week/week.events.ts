import { type EventsOf, event } from '../../kernel/event.js';
import {
  type TypeOf,
  id,
  list,
  named,
  nullable,
  number,
  object,
  text,
  time,
  week,
} from '../../kernel/field.js';

/** A post's rank at the end of a week. */
export const Standing = named(
  'FinalStanding',
  object({
    /** From 1. */
    rank: number,
    postId: id,
    ownerId: id,
    /** The sum of all scores in tenths, and the number of scores. */
    scoreTenths: number,
    scoreCount: number,
  }),
);
export type Standing = TypeOf<typeof Standing>;

export const weekEvents = {
  /**
   * Up to 1,000 final standings of a week, best first, before it is closed. They count once the week is closed under the
   * same `closing`. A closing that was interrupted leaves standings that never count.
   */
  WeekRanked: event(
    {
      week,
      closing: id,
      standings: list(Standing),
    },
    '{actor} recorded {standings.length} of the final ranks of {week}.',
    { week: 'week' },
  ),
  /** A week was closed. Its final standings are in the events before with the same `closing`. */
  WeekClosed: event(
    {
      /** ISO week, e.g. `2026-W47`. */
      week,
      startsAt: time,
      endsAt: time,
      /** Names this closing; a week that is reopened and closed again gets another one. */
      closing: id,
      /** How many posts have a rank. */
      ranks: number,
    },
    '{actor} closed {week} and fixed its ranks, {ranks} in all.',
    { week: 'week' },
  ),
  /** A closing was undone: the week is open again, with all its posts. */
  WeekReopened: event(
    {
      week,
      closing: id,
      /**
       * The next closing counts what this one could: the events of the log before its first one. Null if it counts everything
       * that is there by then.
       */
      asOf: nullable(id),
      /** In the words of the owner who accepted a recount; null for other undos. */
      reason: nullable(text),
    },
    '{actor} reopened {week} {asOf?to close it by a recount:with all its posts}.',
    { week: 'week' },
    { version: 2, upcast: { 1: (data) => ({ asOf: null, reason: null, ...data }) } },
  ),
};

export type WeekEvents = EventsOf<typeof weekEvents>;
