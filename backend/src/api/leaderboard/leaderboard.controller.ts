import { NotFoundException, Query } from '@nestjs/common';
import { List, Text, When, Whole } from '../../contract/fields.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { RankedPost, Winner } from '../../projections/weekly/week-posts.js';
import { WEEK_CURSOR, WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import { PublicAnswer } from '../response-cache/public-answer.js';
import { Counted } from '../http/list-filters.js';
import { decodeCursor, encodeCursor, linkTo, pageOf, PageRequest } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { WeeklyBoards, WeeklyBoard, WeeklyBoardRequest } from './weekly-boards.service.js';

const WEEKS_A_PAGE = 12;
const MOST_WEEKS = 52;

export class HallOfFameRequest extends PageRequest {
  @Counted({ min: 1, max: MOST_WEEKS, default: WEEKS_A_PAGE, message: `A page has 1 to ${MOST_WEEKS} weeks` })
  readonly limit: number = WEEKS_A_PAGE;
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

/** The list that the cursors of this controller belong to. */
const WEEKS = ['weeks'];

@Routes('leaderboard', 'api/leaderboard')
export class LeaderboardController {
  constructor(
    private readonly reader: WeeklyReader,
    private readonly boards: WeeklyBoards,
    private readonly posts: LeaderboardReader,
  ) {}

  @Route('GET', 'summary', {
    summary: 'How many posts and ratings there are, and the first three of the running week.',
    answer: BoardSummary,
  })
  summary(): PublicAnswer {
    return new PublicAnswer(['summary'], async () => ({
      body: { ...(await this.posts.totals()), podium: await this.boards.podium() },
    }));
  }

  @Route('GET', 'weekly', {
    summary: 'The posts of a week, ranked by average alone.',
    description:
      'For a closed week, the final standings with current names and pictures; a deleted post keeps its rank, but no search finds it. The next page is in the Link header. A page of a search can be shorter than its limit, or empty, and still have a next page.',
    answer: {
      type: WeeklyBoard,
      headers: { Link: { description: '<…>; rel="next"', schema: { type: 'string' } } },
    },
    errors: { 404: 'The week is in the future, or had no posts.' },
  })
  weekly(@Query() request: WeeklyBoardRequest): PublicAnswer {
    const { week, sort, limit, search, cursor } = request;
    return new PublicAnswer(
      ['week', week, sort, limit, search, cursor],
      async () => {
        const page = await this.boards.page(request);
        return page && { body: page.board, ...(page.next && linkTo(page.next)) };
      },
      async () => {
        throw new NotFoundException('There is no board for this week.');
      },
    );
  }

  @Route('GET', 'weeks', {
    summary: 'The Hall of Fame: closed weeks, newest first, with their first three posts.',
    answer: pageOf(HallOfFameWeek),
  })
  hallOfFame(@Query() { limit, cursor }: HallOfFameRequest): PublicAnswer {
    const after = cursor ? decodeCursor(cursor, WEEKS, WEEK_CURSOR) : null;
    return new PublicAnswer(['weeks', limit, cursor], async () => {
      const { weeks, next } = await this.reader.famousWeeks(limit, after);
      const address = `/api/leaderboard/weeks?limit=${limit}&cursor=`;
      return { body: weeks, ...(next && linkTo(`${address}${encodeCursor(WEEKS, next)}`)) };
    });
  }
}
