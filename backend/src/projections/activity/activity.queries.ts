import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type ActivityDocument, activity } from './activity.projection.js';

/**
 * What people are to be told who were last told before or at `lastAt`, or never; those who wait longest first, `limit` at
 * most.
 */
export class FindPendingActivity extends Query<readonly ActivityDocument[]> {
  constructor(
    readonly lastAt: Date,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(FindPendingActivity)
export class FindPendingActivityHandler implements IQueryHandler<FindPendingActivity> {
  private readonly activity: ViewReader<ActivityDocument>;

  constructor(@Inject(Views) views: Views) {
    this.activity = views.of(activity);
  }

  async execute({ lastAt, limit }: FindPendingActivity): Promise<readonly ActivityDocument[]> {
    return this.activity.find({
      where: { isPending: true, lastAt: { $lte: lastAt.toISOString() } },
      sort: { lastAt: 1 },
      limit,
    });
  }
}
