import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SessionsController } from './sessions.controller.js';

/** What people do with their own account once they are signed in. Needs what HttpModule needs. */
@Module({
  imports: [HttpModule],
  controllers: [SessionsController],
})
export class AccountModule {}
