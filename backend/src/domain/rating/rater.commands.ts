import type { Decider } from '../moderation/decisions.js';
import type { RaterEvents } from './rater.events.js';

/** Let no rating of a person count, neither those given nor later ones. */
export type ExcludeRater = RaterEvents['RaterExcluded'] & { decider: Decider };

/** Undo the exclusion of a person. Idempotent by the act. */
export type IncludeRater = RaterEvents['RaterIncluded'] & { decider: Decider };
