import { List, Maybe, Part, Text, Whole } from '../../contract/fields.js';
import { Why } from '../acts/moderation.requests.js';

class WeekPlace {
  @Whole() readonly rank!: number;
  @Whole('The sum of all scores, in tenths.') readonly scoreTenths!: number;
  @Whole('The number of scores.') readonly scoreCount!: number;
}

export class PlaceDifference {
  @Text() readonly postId!: string;
  @Maybe(Part(() => WeekPlace), 'In the archive; null if it has no rank there.')
  readonly recorded!: WeekPlace | null;
  @Maybe(Part(() => WeekPlace), 'By the posts of the board.') readonly counted!: WeekPlace | null;
}

/** The archive of a closed week, compared with what a new closing would record. */
export class WeekRecount {
  @Text({ example: '2026-W47' }) readonly week!: string;
  @Text('Names the closing.') readonly closing!: string;
  @Whole('How many posts have a rank in the archive.') readonly ranks!: number;
  @Whole('How many posts differ.') readonly differences!: number;
  @List(() => PlaceDifference, 'The first 200.') readonly listed!: readonly PlaceDifference[];
}

/** No week is closed: null. */
export class LatestRecount {
  @Maybe(Part(() => WeekRecount)) readonly recount!: WeekRecount | null;
}

export class ReopenWeekRequest {
  @Text({ message: 'Please say which closing', max: 100, about: 'The closing that was compared.' })
  readonly closing!: string;

  @Why() readonly reason!: string;
}
