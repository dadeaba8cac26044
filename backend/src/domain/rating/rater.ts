import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { refuseOwn } from '../moderation/decisions.js';
import type * as commands from './rater.commands.js';
import { raterEvents } from './rater.events.js';

export interface Rater {
  /** The act that excludes all their ratings; null while these count. */
  readonly excludedBy: string | null;
}

const excludeRater = (
  { decider, ...act }: commands.ExcludeRater,
  rater: Rater,
): EventOf<typeof raterEvents>[] => {
  refuseOwn(decider, act.userId);
  if (rater.excludedBy === act.actId) return [];
  if (rater.excludedBy) throw new Rejected('conflict', 'The ratings of this person are excluded already.');
  return [{ type: 'RaterExcluded', data: act }];
};

const includeRater = (
  { decider, ...act }: commands.IncludeRater,
  rater: Rater,
): EventOf<typeof raterEvents>[] => {
  refuseOwn(decider, act.userId);
  return rater.excludedBy === act.actId ? [{ type: 'RaterIncluded', data: act }] : [];
};

type Key = commands.ExcludeRater | commands.IncludeRater;

const initial: Rater = { excludedBy: null };

export const Rater = aggregate('rater', {
  id: ({ userId }: Key) => userId,
  initial,
  events: raterEvents,
}).rules({
  evolve: {
    RaterExcluded: (_, { actId }) => ({ excludedBy: actId }),
    RaterIncluded: () => ({ excludedBy: null }),
  },
  decide: { ExcludeRater: excludeRater, IncludeRater: includeRater },
});
