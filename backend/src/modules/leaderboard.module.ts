import { Module } from '@nestjs/common';
import { LeaderboardController } from '../api/leaderboard/leaderboard.controller.js';
import { WeeklyBoards } from '../api/leaderboard/weekly-boards.service.js';
import { week } from '../domain/week/week.js';
import { LeaderboardReader } from '../projections/leaderboard/leaderboard.reader.js';
import { leaderboard } from '../projections/leaderboard/leaderboard.projection.js';
import { RankReader } from '../projections/weekly/rank.reader.js';
import { standings } from '../projections/weekly/standings.projection.js';
import { WeeklyReader } from '../projections/weekly/weekly.reader.js';
import { weekly } from '../projections/weekly/weekly.projection.js';
import { WeekClosing } from '../reactions/timers/week-closing.js';
import type { Capability } from './capability.js';
import { HttpModule } from './http.module.js';
import { PeopleModule } from './people.module.js';

/** The boards of all time and of weeks, and closing weeks. */
@Module({
  imports: [HttpModule, PeopleModule],
  controllers: [LeaderboardController],
  providers: [LeaderboardReader, RankReader, WeeklyReader, WeeklyBoards, WeekClosing],
  exports: [LeaderboardReader, RankReader, WeeklyReader],
})
export class LeaderboardModule {}

export const leaderboardCapability: Capability = {
  module: LeaderboardModule,
  aggregates: [week],
  views: [leaderboard, weekly, standings],
  reactions: [],
};
