import { Module } from '@nestjs/common';
import { AdminActs } from '../api/decisions/admin-acts.service.js';
import { CarryingOut } from '../api/decisions/carrying-out.service.js';

/** How acts and decisions of admins are done, whatever they are about. */
@Module({ providers: [AdminActs, CarryingOut], exports: [AdminActs, CarryingOut] })
export class ActsModule {}
