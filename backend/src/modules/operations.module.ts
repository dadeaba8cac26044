import { Module } from '@nestjs/common';
import { ProjectionsController } from '../api/operations/projections.controller.js';
import { KernelOverviews } from '../api/operations/kernel-overviews.service.js';
import { Operations } from '../api/operations/operations.service.js';
import { WeekRecountsController, WeekRecounts } from '../api/operations/week-recounts.controller.js';
import { HealthModule } from './health.module.js';
import { HttpModule } from './http.module.js';

/** What owners see and do about the machinery: views, reactions, quarantine, archives. */
@Module({
  imports: [HttpModule, HealthModule],
  controllers: [ProjectionsController, WeekRecountsController],
  providers: [KernelOverviews, Operations, WeekRecounts],
})
export class OperationsModule {}
