import { Flag, List, Matching, OneOf, Optional, Text, When } from '../../contract/fields.js';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { RankedPost, RemovedPost, Winner } from '../../projections/weekly/week-posts.js';
import { Counted } from '../http/list-filters.js';
import { PageRequest } from '../http/paging.js';
import { ListPostsRequest } from '../posts/posts.requests.js';

const WEEK = /^\d{4}-W\d{2}$/;

/** Which week's board: filter, order and page as for all posts. */
export class WeeklyBoardRequest extends ListPostsRequest {
  @Optional(Matching(WEEK), {
    pattern: WEEK.source,
    example: '2026-W47',
    about: 'ISO week; the current one by default.',
    message: 'A week has the format 2026-W47',
  })
  readonly week?: string;

  @Optional(OneOf(['recent', 'top']), { default: 'top', message: 'Posts sort by "recent" or "top"' })
  override readonly sort: 'recent' | 'top' = 'top';
}

/** The board of one week. */
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

const WEEKS_A_PAGE = 12;
const MOST_WEEKS = 52;

/** Which page of the Hall of Fame. */
export class HallOfFameRequest extends PageRequest {
  @Counted({
    min: 1,
    max: MOST_WEEKS,
    default: WEEKS_A_PAGE,
    message: `A page has 1 to ${MOST_WEEKS} weeks`,
  })
  readonly limit: number = WEEKS_A_PAGE;
}

/** A closed week with its first three posts. */
export class HallOfFameWeek {
  @Text({ about: 'ISO week.', example: '2026-W46' }) readonly week!: string;
  @When('Monday 00:00.') readonly startsAt!: string;
  @When('The Monday after.') readonly endsAt!: string;
  @List(() => Winner, 'Best first; fewer if the week had fewer posts.') readonly winners!: readonly Winner[];
}
