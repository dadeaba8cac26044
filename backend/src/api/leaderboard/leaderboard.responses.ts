import { Flag, List, Text, When, Whole } from '../../contract/fields.js';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { RankedPost, RemovedPost, Winner } from '../../projections/weekly/week-posts.js';

@ApiExtraModels(RankedPost, RemovedPost)
export class WeeklyBoard {
  @Text({ about: 'ISO week.', example: '2026-W47' }) readonly week!: string;
  @When('Monday 00:00.') readonly startsAt!: string;
  @When('The Monday after.') readonly endsAt!: string;
  @Flag('Whether these are the final standings.') readonly isClosed!: boolean;

  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ $ref: getSchemaPath(RankedPost) }, { $ref: getSchemaPath(RemovedPost) }] },
    description: 'A page: best first, by average alone, or newest first.',
  })
  readonly posts!: readonly (RankedPost | RemovedPost)[];
}

/** A closed week with its first three posts. */
export class HallOfFameWeek {
  @Text({ about: 'ISO week.', example: '2026-W46' }) readonly week!: string;
  @When('Monday 00:00.') readonly startsAt!: string;
  @When('The Monday after.') readonly endsAt!: string;
  @List(() => Winner, 'Best first; fewer if the week had fewer posts.') readonly winners!: readonly Winner[];
}

/** What there is to see on the boards, in short. */
export class BoardSummary {
  @Whole('Public posts.') readonly posts!: number;
  @Whole('The ratings of people that count for them.') readonly ratings!: number;
  @List(() => RankedPost, 'The first three of the running week that have a score, best first.')
  readonly podium!: readonly RankedPost[];
}
