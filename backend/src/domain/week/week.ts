import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './week.commands.js';
import type { WeekEvents } from './week.events.js';

/** A week of the board. */
export interface Week {
  readonly closed: boolean;
}

const closeWeek = ({ now, ...facts }: commands.CloseWeek['data'], week: Week): EventOf<WeekEvents>[] => {
  if (week.closed) return [];
  if (now < facts.endsAt) throw new Rejected('conflict', `The week ${facts.week} is not over yet.`);
  return [{ type: 'WeekClosed', data: facts }];
};

export const week: Aggregate<Week, WeekEvents, typeof commands> = {
  category: 'week',
  id: (facts) => facts.week,
  initial: { closed: false },
  commands,
  decide: { CloseWeek: closeWeek },
  evolve: { WeekClosed: () => ({ closed: true }) },
};
