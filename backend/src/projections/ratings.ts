import { Injectable } from '@nestjs/common';
import type { Stored } from '../kernel/document-store.js';
import { type TypeOf, flag, id, number, object, time } from '../kernel/field.js';
import { readerOf, view } from './view.js';

/** The rating that one person gave a post, under `{postId}-{userId}`. */
const Rating = object({
  postId: id,
  ownerId: id,
  userId: id,
  /** A whole number from 0 to 10. */
  score: number,
  ratedAt: time,
  /** Of the event: later ratings have a higher one. */
  position: number,
  /** Whether it counts: no act of an admin excludes it. */
  counts: flag,
});
export type RatingDocument = TypeOf<typeof Rating>;

export const ratings = view('ratings', {
  version: 4,
  document: Rating,
  indexes: [{ fields: { userId: 1, position: 1 }, also: ['postId'] }, 'postId score'],
})
  .createdBy('postId+userId', {
    Rated: (_, { postId, ownerId, userId, score }, { at }, __, { position }) => ({
      postId,
      ownerId,
      userId,
      score,
      ratedAt: at,
      position,
      counts: true,
    }),
  })
  .changedBy('postId+userId', {
    RatingExcluded: (rating) => ({ ...rating, counts: false }),
    RatingIncluded: (rating, { counts }) => ({ ...rating, counts }),
  });

@Injectable()
export class RatingsReader extends readerOf(ratings) {
  /** The score that a person gave a post; null if they have not rated it. */
  async score(postId: string, userId: string): Promise<number | null> {
    return (await this.one(`${postId}-${userId}`))?.score ?? null;
  }

  /** A person's ratings of these posts, in one look-up. */
  async among(postIds: readonly string[], userId: string): Promise<readonly RatingDocument[]> {
    return [...(await this.documents.getMany(postIds.map((postId) => `${postId}-${userId}`))).values()];
  }

  /** All ratings that a person gave, oldest first. */
  by(userId: string): Promise<readonly Stored<RatingDocument>[]> {
    return this.all({ userId }, { position: 1 });
  }

  /** The posts that a person rated after a position of the log, oldest first; `most` at most. */
  since(userId: string, position: number, most: number) {
    const where = { userId, position: { $gt: position } };
    return this.documents.pick({ where, sort: { position: 1 }, limit: most }, ['postId', 'position']);
  }

  /** How many people gave a post each score from 0 to 10, ratings that do not count included. */
  distribution(postId: string): Promise<readonly number[]> {
    return Promise.all(Array.from({ length: 11 }, (_, score) => this.documents.count({ postId, score })));
  }
}
