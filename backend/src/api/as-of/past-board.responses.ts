import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import type { BoostType } from '../../domain/boosts/boost-facts.js';
import { PlaceDifference } from '../operations/week-recounts.responses.js';

export class PastBoardProgress {
  @Whole('How far it is in the log.') readonly position!: number;
  @Whole('Where it ends.') readonly end!: number;
  @Whole('How many events it has folded or passed over.') readonly events!: number;
}

export class PastBoardPost {
  @Whole('On the board, from 1.') readonly rank!: number;
  @Id() readonly id!: string;
  @Id() readonly ownerId!: string;
  @Maybe(Text, 'The name at that time; null for a person who was erased, then or since.')
  readonly username!: string | null;
  @Maybe(Text) readonly displayUsername!: string | null;
  @Text({ example: '7.4' }) readonly average!: string;
  @Whole('The number of people who had rated it.') readonly votes!: number;
  @Whole() readonly likes!: number;
  @Whole() readonly comments!: number;
  @Maybe(OneOf(['regular', 'mega'])) readonly boostType!: BoostType | null;
  @When() readonly publishedAt!: string;
  @Text({ example: '2026-W47' }) readonly week!: string;
  @Flag('Whether the archive of its week says something else of it.') readonly isDifferent!: boolean;
}

/** The posts of the last week that had ended, beside the archive of that week. */
export class WeekComparison {
  @Text({ example: '2026-W47' }) readonly week!: string;
  @Whole('How many posts have a rank in the archive.') readonly ranks!: number;
  @Whole('How many of its posts were on the board.') readonly posts!: number;
  @Whole('How many posts differ.') readonly differences!: number;
  @List(() => PlaceDifference, 'The first 200.') readonly listed!: readonly PlaceDifference[];
}

export class PastBoardAnswer {
  @Whole('The last event of the log that counts.') readonly position!: number;
  @Maybe(When, 'The time at which boosts are shown; null before the first event.')
  readonly at!: string | null;
  @Whole('How many events were folded or passed over.') readonly events!: number;
  @Whole('How many posts were on the board.') readonly count!: number;
  @List(() => PastBoardPost, 'The first 1,000 of them.') readonly posts!: readonly PastBoardPost[];
  @Maybe(Part(() => WeekComparison), 'Null if the last week that had ended has no archive.')
  readonly comparison!: WeekComparison | null;
  @Flag('Whether an event can’t be read or folded: the views leave it out, too.')
  readonly isIncomplete!: boolean;
}

/** A line of the stream has one of these. */
export class PastBoardLine {
  @Maybe(Part(() => PastBoardProgress)) readonly progress!: PastBoardProgress | null;
  @Maybe(Part(() => PastBoardAnswer), 'The last line, if all went well.')
  readonly board!: PastBoardAnswer | null;
  @Maybe(Text, 'Why there is no board; then this is the last line.') readonly problem!: string | null;
}
