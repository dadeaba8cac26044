import { Module } from '@nestjs/common';
import { AdminActs } from '../api/decisions/admin-acts.service.js';
import { CarryingOut } from '../api/decisions/carrying-out.service.js';
import { CoveredReports } from '../api/decisions/covered-reports.service.js';
import { Deciders } from '../api/decisions/decider.js';
import { HttpModule } from './http.module.js';

/** How acts and decisions of admins are done, whatever they are about. */
@Module({
  imports: [HttpModule],
  providers: [AdminActs, CarryingOut, CoveredReports, Deciders],
  exports: [AdminActs, CarryingOut, CoveredReports, Deciders],
})
export class ActsModule {}
