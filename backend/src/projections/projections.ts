import { accounts } from './accounts/accounts.projection.js';
import { people } from './accounts/people.projection.js';
import { leaderboard } from './leaderboard/leaderboard.projection.js';
import { photos } from './photos/photos.projection.js';
import type { Projection } from './projection.js';
import { refusals } from './refusals/refusals.projection.js';
import { weekly } from './weekly/weekly.projection.js';

/** Every read model there is. */
export const projections: readonly Projection<object>[] = [
  accounts,
  people,
  photos,
  refusals,
  leaderboard,
  weekly,
].map(
  // A table of folds takes its own document and no other; the engine gives each only what it made itself.
  (projection) => projection as unknown as Projection<object>,
);
