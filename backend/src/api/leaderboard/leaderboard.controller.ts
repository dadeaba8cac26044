import { Controller, Get, Inject, NotFoundException, Query, Res } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { WEEK_CURSOR_LENGTH, WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import { ErrorBody } from '../http/error-body.js';
import { decodeCursor, encodeCursor } from '../http/paging.js';
import {
  HallOfFameRequest,
  HallOfFameWeek,
  WeeklyBoard,
  WeeklyBoardRequest,
} from './leaderboard.requests.js';
import { WeeklyBoards } from './weekly-boards.service.js';

/** The list that the cursors of this controller belong to. */
const WEEKS = ['weeks'];

@ApiTags('leaderboard')
@Controller('api/leaderboard')
export class LeaderboardController {
  constructor(
    @Inject(WeeklyReader) private readonly reader: WeeklyReader,
    @Inject(WeeklyBoards) private readonly boards: WeeklyBoards,
  ) {}

  @Get('weekly')
  @ApiOperation({
    summary: 'The best posts of a week, ranked by average alone.',
    description:
      'For a closed week, the final standings with current names and pictures; a deleted post keeps its rank.',
  })
  @ApiOkResponse({ type: WeeklyBoard })
  @ApiNotFoundResponse({
    type: ErrorBody,
    description: 'The week is in the future, or had no posts.',
  })
  async weekly(@Query() { week }: WeeklyBoardRequest): Promise<WeeklyBoard> {
    const board = await this.boards.of(week ?? this.boards.runningWeek());
    if (!board) throw new NotFoundException('There is no board for this week.');
    return board;
  }

  @Get('weeks')
  @ApiOperation({ summary: 'The Hall of Fame: closed weeks, newest first, with their first three posts.' })
  @ApiOkResponse({
    type: [HallOfFameWeek],
    headers: { Link: { description: '<…>; rel="next"', schema: { type: 'string' } } },
  })
  async hallOfFame(
    @Query() { limit, cursor }: HallOfFameRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly HallOfFameWeek[]> {
    const after = cursor ? decodeCursor(cursor, WEEKS, WEEK_CURSOR_LENGTH) : null;
    const { weeks, next } = await this.reader.famousWeeks(limit, after);
    if (next) {
      const query = new URLSearchParams({ limit: String(limit), cursor: encodeCursor(WEEKS, next) });
      reply.header('link', `</api/leaderboard/weeks?${query.toString()}>; rel="next"`);
    }
    return weeks;
  }
}
