import { Module } from '@nestjs/common';
import { KernelHealth } from '../api/health/kernel-health.js';
import { HealthController } from '../api/health/health.controller.js';
import type { Capability } from './capability.js';
import { HttpModule } from './http.module.js';

/** The health checks. */
@Module({
  imports: [HttpModule],
  controllers: [HealthController],
  providers: [KernelHealth],
})
export class HealthModule {}

export const healthCapability: Capability = {
  module: HealthModule,
  aggregates: [],
  views: [],
  reactions: [],
};
