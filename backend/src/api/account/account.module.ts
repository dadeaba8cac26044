import { Module } from '@nestjs/common';
import { FindDueDeletionsHandler } from '../../projections/accounts/accounts.queries.js';
import { FindOwnPostsHandler, FindProfilePostsHandler } from '../../projections/profiles/profiles.queries.js';
import { FindStreamsOfHandler } from '../../projections/timelines/timelines.queries.js';
import { AuthModule } from '../auth/auth.module.js';
import { PhotoGate } from '../photos/photo-gate.js';
import { TextGate } from '../texts/text-gate.js';
import { AccountController } from './account.controller.js';
import { DeletionController } from './deletion.controller.js';
import { Deletions } from './deletion.service.js';
import { ExportController } from './export.controller.js';
import { PersonalExport } from './export.service.js';
import { OwnPostsController } from './own-posts.controller.js';
import { PersonalRecord } from './personal-record.service.js';
import { PersonalTimeline } from './personal-timeline.service.js';
import { PostRemoval } from './post-removal.service.js';
import { ProfilePictures } from './profile-picture.service.js';
import { Profiles } from './profile.service.js';
import { ProfilesController } from './profiles.controller.js';
import { SessionsController } from './sessions.controller.js';

/**
 * What people do with their own account once they are signed in, and what others see of them. Needs the buses, Views,
 * Clock and the ports that the export reads from.
 */
@Module({
  imports: [AuthModule],
  controllers: [
    AccountController,
    DeletionController,
    ExportController,
    OwnPostsController,
    ProfilesController,
    SessionsController,
  ],
  providers: [
    Deletions,
    PersonalExport,
    PersonalRecord,
    PersonalTimeline,
    PhotoGate,
    PostRemoval,
    ProfilePictures,
    Profiles,
    TextGate,
    FindDueDeletionsHandler,
    FindOwnPostsHandler,
    FindProfilePostsHandler,
    FindStreamsOfHandler,
  ],
})
export class AccountModule {}
