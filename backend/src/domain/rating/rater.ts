import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { refuseOwn } from '../moderation/decisions.js';
import * as commands from './rater.commands.js';
import type { RaterEvents } from './rater.events.js';

export interface Rater {
  /** The act that excludes all their ratings; null while these count. */
  readonly excludedBy: string | null;
}

const excludeRater = (
  { decider, ...act }: commands.ExcludeRater['data'],
  rater: Rater,
): EventOf<RaterEvents>[] => {
  refuseOwn(decider, act.userId);
  if (rater.excludedBy === act.actId) return [];
  if (rater.excludedBy) throw new Rejected('conflict', 'The ratings of this person are excluded already.');
  return [{ type: 'RaterExcluded', data: act }];
};

const includeRater = (
  { decider, ...act }: commands.IncludeRater['data'],
  rater: Rater,
): EventOf<RaterEvents>[] => {
  refuseOwn(decider, act.userId);
  return rater.excludedBy === act.actId ? [{ type: 'RaterIncluded', data: act }] : [];
};

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
