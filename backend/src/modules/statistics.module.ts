import { Module } from '@nestjs/common';
import { GrowthController } from '../api/statistics/growth.controller.js';
import { QualityController } from '../api/statistics/quality.controller.js';
import { StatisticsController } from '../api/statistics/statistics.controller.js';
import { GrowthReader } from '../projections/statistics/growth.js';
import { JudgesReader } from '../projections/statistics/judges.js';
import { ReportTimesReader } from '../projections/statistics/report-times.js';
import { StatisticsReader } from '../projections/statistics/statistics.js';
import { HttpModule } from './http.module.js';

/** What happened by day and week, for the back office. */
@Module({
  imports: [HttpModule],
  controllers: [StatisticsController, GrowthController, QualityController],
  providers: [GrowthReader, JudgesReader, ReportTimesReader, StatisticsReader],
})
export class StatisticsModule {}
