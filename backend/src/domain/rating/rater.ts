import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, personal, text } from '../../kernel/field.js';
import { type Decider, refuseOwn } from '../moderation/self-decision.js';

const excludedFields = { userId: id, actId: id, note: personal('userId', text) };
const includedFields = { userId: id, actId: id, because: personal('userId', text) };
const about = { userId: 'person', actId: 'act' } as const;

interface Exclusion extends DataOf<typeof excludedFields> {
  readonly decider: Decider;
}

interface Inclusion extends DataOf<typeof includedFields> {
  readonly decider: Decider;
}

export interface Rater {
  /** The act that excludes all their ratings; null while these count. */
  readonly excludedBy: string | null;
}

const initial: Rater = { excludedBy: null };

export const Rater = aggregate('rater', {
  id: ({ userId }: { readonly userId: string }) => userId,
  initial,
  events: {
    /**
     * An admin decided that no rating of this person counts. `note` is the admin's reason; null once the person's key has
     * been destroyed.
     */
    RaterExcluded: event(excludedFields, '{actor} excluded all ratings of {userId}.', about),
    /** The exclusion was undone. `because` is why, as `note` above. */
    RaterIncluded: event(includedFields, '{actor} undid the exclusion of all ratings of {userId}.', about),
  },
}).rules({
  evolve: {
    RaterExcluded: (_, { actId }) => ({ excludedBy: actId }),
    RaterIncluded: () => ({ excludedBy: null }),
  },
  decide: {
    /** Let no rating of a person count, neither those given nor later ones. */
    ExcludeRater({ decider, ...act }: Exclusion, { excludedBy }) {
      refuseOwn(decider, act.userId);
      if (excludedBy === act.actId) return [];
      if (excludedBy) throw new Rejected('conflict', 'The ratings of this person are excluded already.');
      return [{ type: 'RaterExcluded', data: act }];
    },
    /** Undo the exclusion of a person. Idempotent by the act. */
    IncludeRater({ decider, ...act }: Inclusion, { excludedBy }) {
      refuseOwn(decider, act.userId);
      return excludedBy === act.actId ? [{ type: 'RaterIncluded', data: act }] : [];
    },
  },
});
