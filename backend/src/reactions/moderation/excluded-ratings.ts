import type { CommandBus } from '@nestjs/cqrs';
import { ExcludeRating, IncludeRating } from '../../domain/rating/rating.commands.js';
import { rater } from '../../domain/rating/rater.js';
import type { States } from '../../kernel/states.js';
import type { ViewProgress } from '../../kernel/view-progress.js';
import { ratings } from '../../projections/ratings/ratings.projection.js';
import type { RatingsReader } from '../../projections/ratings/ratings.reader.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

/** What the reaction works with. */
export interface ExcludedRatingsParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly readers: { readonly ratings: Pick<RatingsReader, 'by'> };
  readonly states: Pick<States, 'of'>;
  readonly views: Pick<ViewProgress, 'seen'>;
}

/** The admin was checked when they decided about the person. */
const SERVER = { accountId: null };

type OneRating = Omit<ExcludeRating['data'], 'note'>;

const excluding = (rating: OneRating) => new ExcludeRating({ ...rating, note: null });
const including = (rating: OneRating) => new IncludeRating({ ...rating, because: null });

/**
 * Excludes all ratings of an excluded person, those that they give later too, and includes them when that is undone. The
 * stream of a rating accepts each act once, so repeating it is harmless.
 */
export function excludedRatings({ commands, readers, states, views }: ExcludedRatingsParts): Reaction {
  const each = async (
    change: (rating: OneRating) => ExcludeRating | IncludeRating,
    { userId, actId }: { readonly userId: string; readonly actId: string },
    position: number,
  ) => {
    await haveSeen(views, [ratings], position);
    for (const { postId } of await readers.ratings.by(userId)) {
      await commands.execute(change({ postId, userId, actId, decider: SERVER }));
    }
  };
  return {
    name: 'excluded-ratings',
    on: {
      RaterExcluded: ({ data, position }) => each(excluding, data, position),
      RaterIncluded: ({ data, position }) => each(including, data, position),
      Rated: async ({ data: { postId, userId } }) => {
        const { excludedBy: actId } = await states.of(rater, userId);
        if (!actId) return;
        const rating = { postId, userId, actId, decider: SERVER };
        await commands.execute(excluding(rating));
        // A retry may run beside an undo that did not find this exclusion yet.
        const after = await states.of(rater, userId);
        if (after.excludedBy !== actId) await commands.execute(including(rating));
      },
    },
  };
}
