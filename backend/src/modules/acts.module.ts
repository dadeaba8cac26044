import { Module } from '@nestjs/common';
import { AdminActs } from '../api/decisions/admin-acts.service.js';
import { CarryingOut } from '../api/decisions/carrying-out.service.js';
import { Deciders } from '../api/decisions/decider.js';
import { HttpModule } from './http.module.js';

/** How acts and decisions of admins are done, whatever they are about. */
@Module({
  imports: [HttpModule],
  providers: [AdminActs, CarryingOut, Deciders],
  exports: [AdminActs, CarryingOut, Deciders],
})
export class ActsModule {}
