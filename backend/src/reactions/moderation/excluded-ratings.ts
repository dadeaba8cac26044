import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { NOBODY } from '../../domain/admin/person.js';
import { Rating } from '../../domain/rating/rating.js';
import { Rater } from '../../domain/rating/rater.js';
import type { Recorded } from '../../kernel/event.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { ratings, RatingsReader } from '../../projections/ratings.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

type OneRating = Omit<Parameters<typeof Rating.ExcludeRating>[0], 'note'>;

const excluding = (rating: OneRating) => Rating.ExcludeRating({ ...rating, note: null });
const including = (rating: OneRating) => Rating.IncludeRating({ ...rating, because: null });

/**
 * Excludes all ratings of an excluded person, those that they give later too, and includes them when that is undone. The
 * stream of a rating accepts each act once, so repeating it is harmless.
 */
@Injectable()
export class ExcludedRatings implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: RatingsReader,
    private readonly states: States,
    private readonly views: ViewProgress,
  ) {}

  readonly name = 'excluded-ratings';
  readonly on: Reaction['on'] = {
    RaterExcluded: ({ data, position }) => this.each(excluding, data, position),
    RaterIncluded: ({ data, position }) => this.each(including, data, position),
    Rated: async ({ data: { postId, userId } }) => {
      const { excludedBy: actId } = await this.states.of(Rater, userId);
      if (!actId) return;
      await this.commands.execute(excluding({ postId, userId, actId, decider: NOBODY }));
    },
  };
  /** An undo must not look for the exclusions while a rating is being excluded. */
  readonly sequence = ({ data }: Recorded): string => (data as { readonly userId: string }).userId;

  private async each(
    change: (
      rating: OneRating,
    ) => ReturnType<typeof Rating.ExcludeRating> | ReturnType<typeof Rating.IncludeRating>,
    { userId, actId }: { readonly userId: string; readonly actId: string },
    position: number,
  ): Promise<void> {
    await haveSeen(this.views, [ratings], position);
    await forEachSettled(await this.reader.by(userId), ({ postId }) =>
      this.commands.execute(change({ postId, userId, actId, decider: NOBODY })),
    );
  }
}
