import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type ActivityDocument, activity } from './activity.projection.js';

@Injectable()
export class ActivityReader {
  private readonly activity: ViewReader<ActivityDocument>;

  constructor(views: Views) {
    this.activity = views.of(activity);
  }

  /**
   * What is pending for people whose last notice was at or before `lastAt`, or who never got one; longest waiting
   * first, `limit` at most.
   */
  pending(lastAt: Date, limit: number): Promise<readonly ActivityDocument[]> {
    return this.activity.find({
      where: { isPending: true, lastAt: { $lte: lastAt.toISOString() } },
      sort: { lastAt: 1 },
      limit,
    });
  }
}
