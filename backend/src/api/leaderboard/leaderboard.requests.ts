import { Matching, OneOf, Optional } from '../../contract/fields.js';
import { Counted } from '../http/list-filters.js';
import { PageRequest } from '../http/paging.js';
import { ListPostsRequest } from '../posts/posts.requests.js';

const WEEK = /^\d{4}-W\d{2}$/;

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

const WEEKS_A_PAGE = 12;
const MOST_WEEKS = 52;

export class HallOfFameRequest extends PageRequest {
  @Counted({ min: 1, max: MOST_WEEKS, default: WEEKS_A_PAGE, message: `A page has 1 to ${MOST_WEEKS} weeks` })
  readonly limit: number = WEEKS_A_PAGE;
}
