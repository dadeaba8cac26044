import { Module } from '@nestjs/common';
import { AsOfController } from '../api/as-of/as-of.controller.js';
import { PastBoardBuilds } from '../api/as-of/past-board.service.js';
import { PastSubjects } from '../api/as-of/past-subjects.service.js';
import { AuditController } from '../api/audit/audit.controller.js';
import { AuditEvent } from '../api/audit/audit-event.service.js';
import { AuditLines, AuditNames } from '../api/audit/audit-lines.service.js';
import { SearchController } from '../api/audit/search.controller.js';
import { HttpModule } from './http.module.js';
import { ModerationModule } from './moderation.module.js';
import { PhotosModule } from './photos.module.js';

/** What happened and why: every event of the log, as admins may see it. */
@Module({
  imports: [HttpModule, ModerationModule, PhotosModule],
  controllers: [AuditController, SearchController, AsOfController],
  providers: [AuditEvent, AuditLines, AuditNames, PastBoardBuilds, PastSubjects],
  exports: [AuditLines],
})
export class AuditModule {}
