import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type TimelineDocument, timelines } from './timelines.projection.js';

/** The names of all streams that tell of a person besides that of their account, the oldest first. */
export class FindStreamsOf extends Query<readonly string[]> {
  constructor(readonly personId: string) {
    super();
  }
}

@QueryHandler(FindStreamsOf)
export class FindStreamsOfHandler implements IQueryHandler<FindStreamsOf> {
  private readonly timelines: ViewReader<TimelineDocument>;

  constructor(@Inject(Views) views: Views) {
    this.timelines = views.of(timelines);
  }

  async execute({ personId }: FindStreamsOf): Promise<readonly string[]> {
    const found = await wholeList(this.timelines, { personId }, { since: 1 });
    return found.map(({ stream }) => stream);
  }
}
