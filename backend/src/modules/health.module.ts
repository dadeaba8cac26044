import { Module } from '@nestjs/common';
import { AlarmWatch } from '../api/health/alarm-watch.service.js';
import { Departure } from '../api/health/departure.js';
import { KernelHealth } from '../api/health/kernel-health.js';
import { HealthController } from '../api/health/health.controller.js';
import { HttpModule } from './http.module.js';
import { PhotosModule } from './photos.module.js';

@Module({
  imports: [HttpModule, PhotosModule],
  controllers: [HealthController],
  providers: [KernelHealth, AlarmWatch, Departure],
  exports: [AlarmWatch, KernelHealth],
})
export class HealthModule {}
