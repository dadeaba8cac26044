import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type TimelineDocument, timelines } from './timelines.projection.js';

@Injectable()
export class TimelinesReader {
  private readonly timelines: ViewReader<TimelineDocument>;

  constructor(views: Views) {
    this.timelines = views.of(timelines);
  }

  /** The names of all streams that concern a person, except that of their account, oldest first. */
  async streamsOf(personId: string): Promise<readonly string[]> {
    const found = await wholeList(this.timelines, { personId }, { since: 1 });
    return found.map(({ stream }) => stream);
  }
}
