import { List, Maybe, OneOf, Part, Text, Whole } from '../../contract/fields.js';
import { Why } from '../acts/moderation.requests.js';

/** How far a recount is. */
export type RecountState = 'waiting' | 'counting' | 'ready' | 'failed';

class ClosedWeek {
  @Text({ about: 'ISO week.', example: '2026-W47' }) readonly week!: string;
  @Whole('How many posts have a rank.') readonly ranks!: number;
}

export class ClosedWeeks {
  @List(() => ClosedWeek, 'Newest first.') readonly weeks!: readonly ClosedWeek[];
}

class WeekPlace {
  @Whole() readonly rank!: number;
  @Whole('The sum of all scores, in tenths.') readonly scoreTenths!: number;
  @Whole('The number of scores.') readonly scoreCount!: number;
}

export class PlaceDifference {
  @Text() readonly postId!: string;
  @Maybe(Part(() => WeekPlace), 'In the archive; null if it has no rank there.')
  readonly recorded!: WeekPlace | null;
  @Maybe(Part(() => WeekPlace), 'By the posts that are counted; null if it has no rank there.')
  readonly counted!: WeekPlace | null;
}

export class ArchiveComparison {
  @Whole('How many posts have a rank in the archive.') readonly ranks!: number;
  @Whole('How many posts differ.') readonly differences!: number;
  @List(() => PlaceDifference, 'The first 200, best rank first.')
  readonly listed!: readonly PlaceDifference[];
}

/** A recount of a closed week: what the log says about the time of its closing, beside the live archive. */
export class WeekRecount {
  @Text({ about: 'ISO week.', example: '2026-W47' }) readonly week!: string;
  @Text('Names the closing that is compared.') readonly closing!: string;
  @OneOf(['waiting', 'counting', 'ready', 'failed']) readonly state!: RecountState;
  @Whole('How far it is in the event log.') readonly position!: number;
  @Whole('The first position that does not count: where the closing began.') readonly before!: number;
  @Maybe(Part(() => ArchiveComparison), 'Null before it is ready.')
  readonly comparison!: ArchiveComparison | null;
  @Maybe(Text, 'Why it failed; null otherwise.') readonly error!: string | null;
}

/** No recount was started: null. */
export class PresentRecount {
  @Maybe(Part(() => WeekRecount)) readonly recount!: WeekRecount | null;
}

export class ReopenWeekRequest {
  @Text({ message: 'Please say which closing', max: 100, about: 'The closing that was compared.' })
  readonly closing!: string;

  @Why() readonly reason!: string;
}
