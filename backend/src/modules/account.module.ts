import { Module } from '@nestjs/common';
import { AccountController } from '../api/account/account.controller.js';
import { DeletionController } from '../api/account/deletion.controller.js';
import { DisplayNames } from '../api/account/display-names.service.js';
import { ExportController } from '../api/account/export.controller.js';
import { OwnPostsController } from '../api/account/own-posts.controller.js';
import { ExportedData } from '../api/account/exported-data.service.js';
import {
  OwnTimeline,
  PostHistoryController,
  TimelineController,
} from '../api/account/timeline.controller.js';
import { PersonalTimeline } from '../api/account/personal-timeline.service.js';
import { ProfilesController } from '../api/account/profiles.controller.js';
import { SessionsController } from '../api/account/sessions.controller.js';
import { UnusedPictures } from '../api/account/unused-pictures.js';
import { AccountDeletion } from '../reactions/erasure/account-deletion.js';
import { ErasureScrub } from '../reactions/erasure/erasure-scrub.js';
import { GoodbyeMails } from '../reactions/erasure/goodbye-mails.js';
import { KeySweep } from '../reactions/erasure/key-sweep.js';
import { InboxController } from '../api/inbox/inbox.controller.js';
import { AuthModule } from './auth.module.js';
import { CommunityModule } from './community.module.js';
import { HttpModule } from './http.module.js';
import { PhotosModule } from './photos.module.js';

/** A user's own account, their public profile, and the erasure of an account. */
@Module({
  imports: [HttpModule, AuthModule, PhotosModule, CommunityModule],
  controllers: [
    AccountController,
    DeletionController,
    ExportController,
    InboxController,
    OwnPostsController,
    PostHistoryController,
    ProfilesController,
    SessionsController,
    TimelineController,
  ],
  providers: [
    AccountDeletion,
    DisplayNames,
    ErasureScrub,
    GoodbyeMails,
    KeySweep,
    OwnTimeline,
    ExportedData,
    PersonalTimeline,
    UnusedPictures,
  ],
})
export class AccountModule {}
