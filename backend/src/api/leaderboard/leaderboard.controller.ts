import { NotFoundException, Query } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { List, Text, When, Whole, Flag, Matching, OneOf, Optional } from '../../contract/fields.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { RankedPost, Winner, RemovedPost } from '../../projections/weekly/week-posts.js';
import { WEEK_CURSOR, WeeklyReader, weekBoardCursor } from '../../projections/weekly/weekly.reader.js';
import { PublicAnswer } from '../response-cache/public-answer.js';
import { Counted } from '../http/list-filters.js';
import { LINK, decodeCursor, encodeCursor, linkTo, pageOf, PageRequest } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { Calendar, boundsOf, weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../kernel/clock.js';
import type { Scalar } from '../../kernel/query.js';
import { RecordedReads } from '../../kernel/recorded-reads.js';
import { ListPostsRequest } from '../posts/posts.contract.js';

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

const PODIUM = 3;

interface Week {
  readonly week: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The list that the cursors of this controller belong to. */
const WEEKS = ['weeks'];

@Routes('leaderboard', 'api/leaderboard')
export class LeaderboardController {
  private current: Week | null = null;

  constructor(
    private readonly reader: WeeklyReader,
    private readonly posts: LeaderboardReader,
    private readonly records: RecordedReads,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  @Route('GET', 'summary', {
    summary: 'How many posts and ratings there are, and the first three of the running week.',
    answer: BoardSummary,
  })
  summary(): PublicAnswer {
    return new PublicAnswer(['summary'], async () => {
      const totals = await this.posts.totals();
      const { board } = (await this.page({ sort: 'top', limit: PODIUM })) ?? {};
      const podium = board?.posts.filter((post) => !post.removed && hasScore(post)) ?? [];
      return { body: { ...totals, podium } };
    });
  }

  @Route('GET', 'weekly', {
    summary: 'The posts of a week, ranked by average alone.',
    description:
      'For a closed week, the final standings with current names and pictures; a deleted post keeps its rank, but no search finds it. The next page is in the Link header. A page of a search can be shorter than its limit, or empty, and still have a next page.',
    answer: {
      type: WeeklyBoard,
      headers: LINK,
    },
    errors: { 404: 'The week is in the future, or had no posts.' },
  })
  weekly(@Query() request: WeeklyBoardRequest): PublicAnswer {
    const { week, sort, limit, search, cursor } = request;
    return new PublicAnswer(
      ['week', week, sort, limit, search, cursor],
      async () => {
        const page = await this.page(request);
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

  /**
   * A page of the board of a week, by default of the running one, and the address of the next page. Null for a future
   * week, an invalid one, or a past one without a board.
   * @throws Rejected (invalid) for the cursor of another list, and for one from before the week was closed
   */
  private async page(
    request: WeeklyBoardRequest,
  ): Promise<{ readonly board: WeeklyBoard; readonly next: string | null } | null> {
    const current = this.currentWeek();
    const running = current.week;
    // Then another week runs, or this one ends.
    this.records.holdsUntil(current.endsAt.toISOString());
    const { week = running, sort: order, limit, cursor } = request;
    const search = request.search?.trim() || null;
    const closed = await this.reader.closedWeek(week);
    const list = [week, closed?.closing ?? 'open', order, search ?? ''];
    const after = cursor ? decodeCursor(cursor, list, weekBoardCursor(order, closed !== null)) : null;
    const part = { order, search, limit, after };
    const nextOf = (next: readonly Scalar[] | null) =>
      next && addressOf(request, week, encodeCursor(list, next));
    if (closed) {
      const { startsAt, endsAt } = closed;
      const { posts, next } = await this.reader.closedBoard(closed, part);
      return { board: { week, isClosed: true, startsAt, endsAt, posts }, next: nextOf(next) };
    }
    const bounds = week === running ? current : this.boundsOf(week);
    if (!bounds || week > running) return null;
    if (week < running && !(await this.reader.hasPosts(week))) return null;
    const { posts, next } = await this.reader.runningBoard(week, part);
    const [startsAt, endsAt] = [bounds.startsAt.toISOString(), bounds.endsAt.toISOString()];
    return { board: { week, isClosed: false, startsAt, endsAt, posts }, next: nextOf(next) };
  }

  /** Computed once: it takes as long as reading a page. */
  private currentWeek(): Week {
    const now = this.clock.now();
    if (!this.current || now < this.current.startsAt || now >= this.current.endsAt) {
      const { timeZone } = this.calendar;
      const week = weekOf(now, timeZone);
      this.current = { week, ...boundsOf(week, timeZone) };
    }
    return this.current;
  }

  /** Null for a week that its year does not have. */
  private boundsOf(week: string): Omit<Week, 'week'> | null {
    try {
      return boundsOf(week, this.calendar.timeZone);
    } catch {
      return null;
    }
  }
}

function hasScore({ aiScore, ratingsCount }: RankedPost): boolean {
  return aiScore !== null || ratingsCount > 0;
}

function addressOf({ search, sort, limit }: WeeklyBoardRequest, week: string, cursor: string): string {
  const query = new URLSearchParams({ week, sort, limit: String(limit), ...(search && { search }), cursor });
  return `/api/leaderboard/weekly?${query.toString()}`;
}
