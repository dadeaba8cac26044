import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import { type ReviewDocument, reviewQueue } from './review-queue.projection.js';

/** How many claims of an admin are read. */
const MOST_CLAIMS = 100;

@Injectable()
export class ReviewQueueReader {
  private readonly posts: ViewReader<ReviewDocument>;

  constructor(views: Views) {
    this.posts = views.of(reviewQueue);
  }

  /** A post, in the queue or not; null if it does not exist. */
  one(postId: string): Promise<Stored<ReviewDocument> | null> {
    return this.posts.get(postId);
  }

  /** A page of the queue: most harm first, then most reach, then oldest. */
  page({
    limit,
    after,
  }: {
    readonly limit: number;
    readonly after: readonly Scalar[] | null;
  }): Promise<readonly Stored<ReviewDocument>[]> {
    return this.posts.find({
      where: { isOpen: true },
      sort: { harm: -1, reachBand: -1, since: 1 },
      limit,
      ...(after && { after }),
    });
  }

  /** How many posts are in the queue. */
  waiting(): Promise<number> {
    return this.posts.count({ isOpen: true });
  }

  /** How many of them should have been decided by now. */
  overdue(now: Date): Promise<number> {
    return this.posts.count({ isOpen: true, dueAt: { $lt: now.toISOString() } });
  }

  async claimedBy(adminId: string): Promise<readonly string[]> {
    const claimed = await this.posts.find({ where: { 'claim.adminId': adminId }, limit: MOST_CLAIMS });
    return claimed.map(({ _id }) => _id);
  }
}

/** Harm, band, time and id. */
export const REVIEW_CURSOR: readonly CursorPart[] = ['number', 'number', 'time', 'text'];

/** The cursor after a post of the queue. */
export function afterReview({ harm, reachBand, since, _id }: Stored<ReviewDocument>): readonly Scalar[] {
  return [harm, reachBand, since, _id];
}
