import { NotFoundException, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { WEEK_CURSOR_LENGTH, WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import { decodeCursor, encodeCursor, linkNext, pageOf } from '../http/paging.js';
import { HallOfFameWeek, WeeklyBoard } from './leaderboard.responses.js';
import { HallOfFameRequest, WeeklyBoardRequest } from './leaderboard.requests.js';
import { WeeklyBoards } from './weekly-boards.service.js';
import { Route, Routes } from '../http/route.js';

/** The list that the cursors of this controller belong to. */
const WEEKS = ['weeks'];

@Routes('leaderboard', 'api/leaderboard')
export class LeaderboardController {
  constructor(
    private readonly reader: WeeklyReader,
    private readonly boards: WeeklyBoards,
  ) {}

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
  async weekly(
    @Query() request: WeeklyBoardRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WeeklyBoard> {
    const page = await this.boards.page(request);
    if (!page) throw new NotFoundException('There is no board for this week.');
    if (page.next) reply.header('link', `<${page.next}>; rel="next"`);
    return page.board;
  }

  @Route('GET', 'weeks', {
    summary: 'The Hall of Fame: closed weeks, newest first, with their first three posts.',
    answer: pageOf(HallOfFameWeek),
  })
  async hallOfFame(
    @Query() { limit, cursor }: HallOfFameRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly HallOfFameWeek[]> {
    const after = cursor ? decodeCursor(cursor, WEEKS, WEEK_CURSOR_LENGTH) : null;
    const { weeks, next } = await this.reader.famousWeeks(limit, after);
    if (next) {
      const query = { limit: String(limit), cursor: encodeCursor(WEEKS, next) };
      linkNext(reply, '/api/leaderboard/weeks', query);
    }
    return weeks;
  }
}
