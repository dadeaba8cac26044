import { Inject, Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type ActivityDocument, activity } from './activity.projection.js';

/** What people are still to be told about posts. */
@Injectable()
export class ActivityReader {
  private readonly activity: ViewReader<ActivityDocument>;

  constructor(@Inject(Views) views: Views) {
    this.activity = views.of(activity);
  }

  /** What is pending for people who were last told at or before `lastAt`, or never; longest waiting first, `limit` at most. */
  pending(lastAt: Date, limit: number): Promise<readonly ActivityDocument[]> {
    return this.activity.find({
      where: { isPending: true, lastAt: { $lte: lastAt.toISOString() } },
      sort: { lastAt: 1 },
      limit,
    });
  }
}
