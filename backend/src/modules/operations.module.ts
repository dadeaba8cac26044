import { Module } from '@nestjs/common';
import { KernelOverviews } from '../api/operations/kernel-overview.service.js';
import { Operations } from '../api/operations/operations.service.js';
import { ProjectionsController } from '../api/operations/projections.controller.js';
import { HealthModule } from './health.module.js';
import { HttpModule } from './http.module.js';

/** What owners see and do about the machinery: views, reactions, quarantine. */
@Module({
  imports: [HttpModule, HealthModule],
  controllers: [ProjectionsController],
  providers: [KernelOverviews, Operations],
})
export class OperationsModule {}
