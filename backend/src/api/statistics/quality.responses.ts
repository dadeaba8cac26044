import { List, Maybe, OneOf, Text, Whole } from '../../contract/fields.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';

/** How long reports of a category waited for their first decision. */
export class ReportCategoryTimes {
  @OneOf(REASON_CODES, 'As it was when the report was decided.') readonly category!: ReasonCode;
  @Whole('How many were decided.') readonly count!: number;
  @Whole('In milliseconds; of an even number the mean of the two in the middle.') readonly median!: number;
  @Whole('In milliseconds: 95 of 100 waited no longer.') readonly p95!: number;
  @Whole() readonly targetHours!: number;
  @Whole('How many were decided within the target.') readonly inTime!: number;
}

/** Reports and appeals that were decided on these days. */
export class ModerationTimes {
  @List(() => ReportCategoryTimes, 'Categories with decided reports, in the order of the reasons.')
  readonly reports!: readonly ReportCategoryTimes[];
  @Whole('Filed appeals.') readonly appeals!: number;
  @Whole('Granted appeals.') readonly granted!: number;
  @Whole('Rejected appeals.') readonly rejected!: number;
}

/** What a model with a version of the prompt gave in these weeks, and how far that is from people's ratings. */
export class JudgeStatistics {
  @Text({ example: 'gpt-5-mini' }) readonly model!: string;
  @Text({ example: '3' }) readonly promptVersion!: string;
  @Whole('How many photos got a score.') readonly photos!: number;
  @Maybe(Whole, 'The mean AI score; null for no photos.') readonly meanScore!: number | null;
  @List(Whole, 'How many photos got a score that rounds to 0, 1, … 10.') readonly scores!: readonly number[];
  @Whole('How many of the posts people rated.') readonly posts!: number;
  @Maybe(Whole, 'The mean of AI score less people’s mean rating, over these posts; null for none.')
  readonly meanDrift!: number | null;
  @List(Whole, 'How many posts have a drift that rounds to -10, … 0, … 10.')
  readonly drifts!: readonly number[];
}
