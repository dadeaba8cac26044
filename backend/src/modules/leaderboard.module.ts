import { Module } from '@nestjs/common';
import { LeaderboardController } from '../api/leaderboard/leaderboard.controller.js';
import { WeeklyBoards } from '../api/leaderboard/weekly-boards.service.js';
import { BoardMoments } from '../projections/leaderboard/board-moments.js';
import { BoardPages } from '../projections/leaderboard/board-pages.js';
import { LeaderboardReader } from '../projections/leaderboard/leaderboard.reader.js';
import { PastStandings } from '../projections/weekly/final-standings.js';
import { RankReader } from '../projections/weekly/rank.reader.js';
import { WeeklyReader } from '../projections/weekly/weekly.reader.js';
import { WeekClosing } from '../reactions/timers/week-closing.js';
import { HttpModule } from './http.module.js';
import { PeopleModule } from './people.module.js';

/** The boards of all time and of weeks, and closing weeks. */
@Module({
  imports: [HttpModule, PeopleModule],
  controllers: [LeaderboardController],
  providers: [
    BoardMoments,
    BoardPages,
    LeaderboardReader,
    RankReader,
    WeeklyReader,
    PastStandings,
    WeeklyBoards,
    WeekClosing,
  ],
  exports: [LeaderboardReader, RankReader, WeeklyReader, PastStandings],
})
export class LeaderboardModule {}
