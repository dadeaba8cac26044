import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './rater.commands.js';
import type { RaterEvents } from './rater.events.js';

/** A person as a rater. */
export interface Rater {
  /** The act that excludes all their ratings; null while these count. */
  readonly excludedBy: string | null;
}

const excludeRater = (command: commands.ExcludeRater['data'], rater: Rater): EventOf<RaterEvents>[] => {
  if (rater.excludedBy === command.actId) return [];
  if (rater.excludedBy) throw new Rejected('conflict', 'The ratings of this person are excluded already.');
  return [{ type: 'RaterExcluded', data: command }];
};

const includeRater = (command: commands.IncludeRater['data'], rater: Rater): EventOf<RaterEvents>[] =>
  rater.excludedBy === command.actId ? [{ type: 'RaterIncluded', data: command }] : [];

export const rater: Aggregate<Rater, RaterEvents, typeof commands> = {
  category: 'rater',
  id: ({ userId }) => userId,
  initial: { excludedBy: null },
  commands,
  decide: { ExcludeRater: excludeRater, IncludeRater: includeRater },
  evolve: {
    RaterExcluded: (_, { actId }) => ({ excludedBy: actId }),
    RaterIncluded: () => ({ excludedBy: null }),
  },
};
