import { Module } from '@nestjs/common';
import { StatisticsController } from '../api/statistics/statistics.controller.js';
import { StatisticsReader } from '../projections/statistics/statistics.reader.js';
import { HttpModule } from './http.module.js';

/** What happened by day and week, for the back office. */
@Module({
  imports: [HttpModule],
  controllers: [StatisticsController],
  providers: [StatisticsReader],
})
export class StatisticsModule {}
