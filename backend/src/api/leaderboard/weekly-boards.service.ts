import { Injectable } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Flag, Text, When, Matching, OneOf, Optional } from '../../contract/fields.js';
import { Calendar, boundsOf, weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../kernel/clock.js';
import type { Scalar } from '../../kernel/query.js';
import { RecordedReads } from '../../kernel/recorded-reads.js';
import { RankedPost, RemovedPost } from '../../projections/weekly/week-posts.js';
import { WeeklyReader, weekBoardCursor } from '../../projections/weekly/weekly.reader.js';
import { decodeCursor, encodeCursor } from '../http/paging.js';
import { ListPostsRequest } from '../posts/posts.contract.js';

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

/** The board of any week: from the archive if it is closed, else from the posts. */
@Injectable()
export class WeeklyBoards {
  private current: Week | null = null;

  constructor(
    private readonly weeks: WeeklyReader,
    private readonly records: RecordedReads,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  /**
   * A page of the board of a week, by default of the running one, and the address of the next page. Null for a future
   * week, an invalid one, or a past one without a board.
   * @throws Rejected (invalid) for the cursor of another list, and for one from before the week was closed
   */
  async page(
    request: WeeklyBoardRequest,
  ): Promise<{ readonly board: WeeklyBoard; readonly next: string | null } | null> {
    const current = this.currentWeek();
    const running = current.week;
    // Then another week runs, or this one ends.
    this.records.holdsUntil(current.endsAt.toISOString());
    const { week = running, sort: order, limit, cursor } = request;
    const search = request.search?.trim() || null;
    const closed = await this.weeks.closedWeek(week);
    const list = [week, closed?.closing ?? 'open', order, search ?? ''];
    const after = cursor ? decodeCursor(cursor, list, weekBoardCursor(order, closed !== null)) : null;
    const part = { order, search, limit, after };
    const nextOf = (next: readonly Scalar[] | null) =>
      next && addressOf(request, week, encodeCursor(list, next));
    if (closed) {
      const { startsAt, endsAt } = closed;
      const { posts, next } = await this.weeks.closedBoard(closed, part);
      return { board: { week, isClosed: true, startsAt, endsAt, posts }, next: nextOf(next) };
    }
    const bounds = week === running ? current : this.boundsOf(week);
    if (!bounds || week > running) return null;
    if (week < running && !(await this.weeks.hasPosts(week))) return null;
    const { posts, next } = await this.weeks.runningBoard(week, part);
    const [startsAt, endsAt] = [bounds.startsAt.toISOString(), bounds.endsAt.toISOString()];
    return { board: { week, isClosed: false, startsAt, endsAt, posts }, next: nextOf(next) };
  }

  /** The first three of the running week that have a score. */
  async podium(): Promise<readonly RankedPost[]> {
    const first = await this.page({ sort: 'top', limit: PODIUM });
    return (first?.board.posts ?? []).filter((post): post is RankedPost => !post.removed && hasScore(post));
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
