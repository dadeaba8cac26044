import { onDemand } from '../../components/on-demand.tsx';
import type { PendingRatingProps } from './PendingRating.tsx';

/** The rating that waits, once it is known. */
export const PendingRatingStrip = onDemand<PendingRatingProps>(() =>
  import('./PendingRating.tsx').then((module) => module.PendingRating),
);
