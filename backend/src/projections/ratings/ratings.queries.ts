import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type RatingDocument, ratings } from './ratings.projection.js';

/** The score that a person gave a post; null when they have not. */
export class FindRatingBy extends Query<number | null> {
  constructor(
    readonly postId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(FindRatingBy)
export class FindRatingByHandler implements IQueryHandler<FindRatingBy> {
  private readonly ratings: ViewReader<RatingDocument>;

  constructor(@Inject(Views) views: Views) {
    this.ratings = views.of(ratings);
  }

  async execute({ postId, userId }: FindRatingBy): Promise<number | null> {
    return (await this.ratings.get(`${postId}-${userId}`))?.score ?? null;
  }
}

/** Every rating that a person has given, oldest first. */
export class FindRatingsOf extends Query<readonly Stored<RatingDocument>[]> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(FindRatingsOf)
export class FindRatingsOfHandler implements IQueryHandler<FindRatingsOf> {
  private readonly ratings: ViewReader<RatingDocument>;

  constructor(@Inject(Views) views: Views) {
    this.ratings = views.of(ratings);
  }

  execute({ userId }: FindRatingsOf) {
    return wholeList(this.ratings, { userId }, { ratedAt: 1 });
  }
}
