import { Controller, Get, Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { boundsOf, weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../infrastructure/engine/clock.port.js';
import { FindPostsOfWeek } from '../../projections/leaderboard/leaderboard.queries.js';
import { Calendar } from '../http/calendar.js';
import { WeeklyBoard } from './weekly-board.js';

const BOARD_SIZE = 100;

@ApiTags('leaderboard')
@Controller('api/leaderboard')
export class LeaderboardController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Calendar) private readonly calendar: Calendar,
  ) {}

  @Get('weekly')
  @ApiOperation({ summary: 'The best posts of the week that is running, ranked by rating alone.' })
  @ApiOkResponse({ type: WeeklyBoard })
  async weekly(): Promise<WeeklyBoard> {
    const { timeZone } = this.calendar;
    const week = weekOf(this.clock.now(), timeZone);
    const { startsAt, endsAt } = boundsOf(week, timeZone);
    const posts = await this.queries.execute(new FindPostsOfWeek(week, BOARD_SIZE));
    return { week, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), posts };
  }
}
