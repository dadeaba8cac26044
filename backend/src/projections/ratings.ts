import { Injectable } from '@nestjs/common';
import type { Recorded } from '../kernel/event.js';
import { projection } from './projection.js';
import type { Stored, ViewReader } from '../kernel/document-store.js';
import { Views } from '../kernel/projection.js';
import { wholeList } from './whole-list.js';

/** The rating that one person gave a post, under `{postId}-{userId}`. */
export interface RatingDocument {
  readonly postId: string;
  readonly ownerId: string;
  readonly userId: string;
  /** A whole number from 0 to 10. */
  readonly score: number;
  readonly ratedAt: string;
  /** Whether it counts: no act of an admin excludes it. */
  readonly counts: boolean;
}

type OfRating = Recorded<string, { readonly postId: string; readonly userId: string }>;

const ids = ({ data: { postId, userId } }: OfRating) => [`${postId}-${userId}`];

export const ratings = projection<RatingDocument>({
  name: 'ratings',
  version: 3,
  indexes: [{ fields: { userId: 1, ratedAt: 1 } }, { fields: { postId: 1, score: 1 } }],
  on: {
    Rated: {
      ids,
      fold: (_, { data: { postId, ownerId, userId, score }, metadata }) => ({
        postId,
        ownerId,
        userId,
        score,
        ratedAt: metadata.at,
        counts: true,
      }),
    },
    RatingExcluded: { ids, fold: (rating) => rating && { ...rating, counts: false } },
    RatingIncluded: {
      ids,
      fold: (rating, { data: { counts } }) => rating && { ...rating, counts },
    },
  },
});

@Injectable()
export class RatingsReader {
  private readonly ratings: ViewReader<RatingDocument>;

  constructor(views: Views) {
    this.ratings = views.of(ratings);
  }

  /** The score that a person gave a post; null if they have not rated it. */
  async score(postId: string, userId: string): Promise<number | null> {
    return (await this.ratings.get(`${postId}-${userId}`))?.score ?? null;
  }

  /** A person's ratings of these posts, in one look-up. */
  async among(postIds: readonly string[], userId: string): Promise<readonly RatingDocument[]> {
    return [...(await this.ratings.getMany(postIds.map((id) => `${id}-${userId}`))).values()];
  }

  /** A person's rating of a post; null if they have not rated it. */
  one(postId: string, userId: string): Promise<Stored<RatingDocument> | null> {
    return this.ratings.get(`${postId}-${userId}`);
  }

  /** All ratings that a person gave, oldest first. */
  by(userId: string): Promise<readonly Stored<RatingDocument>[]> {
    return wholeList(this.ratings, { userId }, { ratedAt: 1 });
  }

  /** How many people gave a post each score from 0 to 10, ratings that do not count included. */
  distribution(postId: string): Promise<readonly number[]> {
    return Promise.all(Array.from({ length: 11 }, (_, score) => this.ratings.count({ postId, score })));
  }
}
