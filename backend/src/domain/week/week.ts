import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './week.commands.js';
import { weekEvents } from './week.events.js';

export interface Week {
  readonly closed: boolean;
  /** The latest closing, and how many ranks it has recorded; null before the first one. */
  readonly closing: string | null;
  readonly ranks: number;
  /** Of the last reopening. */
  readonly asOf: string | null;
}

const otherClosing = (week: string) =>
  new Rejected('conflict', `The ranks of the week ${week} are not those of this closing.`);

const rankWeek = (facts: commands.RankWeek, week: Week): EventOf<typeof weekEvents>[] => {
  const [first, last] = [facts.standings.at(0), facts.standings.at(-1)];
  if (week.closed || !first || !last) return [];
  const recorded = week.closing === facts.closing ? week.ranks : 0;
  if (last.rank <= recorded) return [];
  if (first.rank !== recorded + 1) throw otherClosing(facts.week);
  return [{ type: 'WeekRanked', data: facts }];
};

const closeWeek = ({ now, ...facts }: commands.CloseWeek, week: Week): EventOf<typeof weekEvents>[] => {
  if (week.closed) return [];
  if (now < facts.endsAt) throw new Rejected('conflict', `The week ${facts.week} is not over yet.`);
  const recorded = week.closing === facts.closing ? week.ranks : 0;
  if (recorded !== facts.ranks) throw otherClosing(facts.week);
  return [{ type: 'WeekClosed', data: facts }];
};

const reopenWeek = (
  { week }: commands.ReopenWeek,
  { closed, closing }: Week,
): EventOf<typeof weekEvents>[] =>
  closed && closing !== null
    ? [{ type: 'WeekReopened', data: { week, closing, asOf: null, reason: null } }]
    : [];

const reopenForRecount = (
  facts: commands.ReopenForRecount,
  { closed, closing, asOf }: Week,
): EventOf<typeof weekEvents>[] => {
  if (!closed) throw new Rejected('conflict', `The week ${facts.week} is open already.`);
  if (closing !== facts.closing) {
    throw new Rejected('conflict', `The week ${facts.week} has been closed again meanwhile.`);
  }
  return [{ type: 'WeekReopened', data: { ...facts, asOf: asOf ?? closing } }];
};

type Key = commands.RankWeek | commands.CloseWeek | commands.ReopenWeek | commands.ReopenForRecount;

const initial: Week = { closed: false, closing: null, ranks: 0, asOf: null };

export const Week = aggregate('week', {
  id: (facts: Key) => facts.week,
  initial,
  events: weekEvents,
}).rules({
  evolve: {
    WeekRanked: (state, { closing, standings }) => ({
      ...state,
      closing,
      ranks: standings.at(-1)?.rank ?? state.ranks,
    }),
    WeekClosed: ({ asOf }, { closing, ranks }) => ({ closed: true, closing, ranks, asOf }),
    WeekReopened: (_, { asOf }) => ({ closed: false, closing: null, ranks: 0, asOf }),
  },
  decide: {
    RankWeek: rankWeek,
    CloseWeek: closeWeek,
    ReopenWeek: reopenWeek,
    ReopenForRecount: reopenForRecount,
  },
});
