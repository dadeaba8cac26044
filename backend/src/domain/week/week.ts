import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
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

export interface Week {
  readonly closed: boolean;
  /** The latest closing, and how many ranks it has recorded; null before the first one. */
  readonly closing: string | null;
  readonly ranks: number;
  /** Of the last reopening. */
  readonly asOf: string | null;
}

const open: Week = { closed: false, closing: null, ranks: 0, asOf: null };

interface OfWeek {
  readonly week: string;
}

const ranking = { week, closing: id, standings: list(Standing) };

const closed = {
  /** ISO week, e.g. `2026-W47`. */
  week,
  startsAt: time,
  endsAt: time,
  /** Names this closing; a week that is reopened and closed again gets another one. */
  closing: id,
  /** How many posts have a rank. */
  ranks: number,
};

const about = { week: 'week' };

export const Week = aggregate('week', {
  id: (data: OfWeek) => data.week,
  initial: open,
  events: {
    /**
     * Up to 1,000 final standings of a week, best first, before it is closed. They count once the week is closed under the
     * same `closing`. A closing that was interrupted leaves standings that never count.
     */
    WeekRanked: event(ranking, '{actor} recorded {standings.length} of the final ranks of {week}.', about),
    /** A week was closed. Its final standings are in the events before with the same `closing`. */
    WeekClosed: event(closed, '{actor} closed {week} and fixed its ranks, {ranks} in all.', about),
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
      about,
      { version: 2, upcast: { 1: (data) => ({ asOf: null, reason: null, ...data }) } },
    ),
  },
}).rules({
  evolve: {
    WeekRanked: (state, { closing, standings }) => ({
      ...state,
      closing,
      ranks: standings.at(-1)?.rank ?? state.ranks,
    }),
    WeekClosed: ({ asOf }, { closing, ranks }) => ({ closed: true, closing, ranks, asOf }),
    WeekReopened: (_, { asOf }) => ({ ...open, asOf }),
  },
  decide: {
    /** Record the next standings of a week that is about to be closed. The standings that begin with rank 1 begin a closing. */
    RankWeek(facts: DataOf<typeof ranking>, state) {
      const [first, last] = [facts.standings.at(0), facts.standings.at(-1)];
      if (state.closed || !first || !last) return [];
      const recorded = recordedBy(facts.closing, state);
      if (last.rank <= recorded) return [];
      if (first.rank !== recorded + 1) throw otherClosing(facts);
      return [{ type: 'WeekRanked', data: facts }];
    },
    /** Close a week that has ended by `now` (ISO 8601), with all its standings recorded. */
    CloseWeek({ now, ...facts }: DataOf<typeof closed> & { readonly now: string }, state) {
      if (state.closed) return [];
      if (now < facts.endsAt) throw new Rejected('conflict', `The week ${facts.week} is not over yet.`);
      if (recordedBy(facts.closing, state) !== facts.ranks) throw otherClosing(facts);
      return [{ type: 'WeekClosed', data: facts }];
    },
    /** Undo the closing of a week. The next one counts everything that is there by then. */
    ReopenWeek: (facts: OfWeek, { closed: isClosed, closing }) =>
      isClosed && closing !== null
        ? [{ type: 'WeekReopened', data: { week: facts.week, closing, asOf: null, reason: null } }]
        : [],
    /** Undo this closing of a week, so that a recount as of then can close it. */
    ReopenForRecount(facts: OfWeek & { readonly closing: string; readonly reason: string }, state) {
      if (!state.closed) throw new Rejected('conflict', `The week ${facts.week} is open already.`);
      if (state.closing !== facts.closing) {
        throw new Rejected('conflict', `The week ${facts.week} has been closed again meanwhile.`);
      }
      return [{ type: 'WeekReopened', data: { ...facts, asOf: state.asOf ?? facts.closing } }];
    },
  },
});

/** How many ranks this closing has recorded. */
function recordedBy(closing: string, state: Week): number {
  return state.closing === closing ? state.ranks : 0;
}

function otherClosing(of: OfWeek): Rejected {
  return new Rejected('conflict', `The ranks of the week ${of.week} are not those of this closing.`);
}
