import { Module } from '@nestjs/common';
import { GrowthController } from '../api/statistics/growth.controller.js';
import { QualityController } from '../api/statistics/quality.controller.js';
import { StatisticsController } from '../api/statistics/statistics.controller.js';
import { HttpModule } from './http.module.js';

/** What happened by day and week, for the back office. */
@Module({
  imports: [HttpModule],
  controllers: [StatisticsController, GrowthController, QualityController],
})
export class StatisticsModule {}
