import { Module } from '@nestjs/common';
import { LeaderboardController } from '../api/leaderboard/leaderboard.controller.js';
import { WeekClosing } from '../reactions/timers/week-closing.js';
import { HttpModule } from './http.module.js';

/** The boards of all time and of weeks, and closing weeks. */
@Module({
  imports: [HttpModule],
  controllers: [LeaderboardController],
  providers: [WeekClosing],
})
export class LeaderboardModule {}
