import { Module } from '@nestjs/common';
import { ActsController } from '../api/acts/acts.controller.js';
import { AdminBoostsController } from '../api/acts/admin-boosts.controller.js';
import { AdminPicturesController } from '../api/photos/images.controller.js';
import { CommentsModerationController } from '../api/acts/comments-moderation.controller.js';
import { CountsController } from '../api/acts/counts.controller.js';
import { PostsListController } from '../api/acts/posts-list.controller.js';
import { PostsModerationController } from '../api/acts/posts-moderation.controller.js';
import { ReportsModerationController } from '../api/acts/reports-moderation.controller.js';
import { ShownActs } from '../api/acts/shown-acts.service.js';
import { OwnActDeadlines } from '../reactions/timers/own-act-deadlines.js';
import { RemovedPosts } from '../reactions/timers/removed-posts.js';
import { ActsModule } from './acts.module.js';
import { HttpModule } from './http.module.js';
import { PhotosModule } from './photos.module.js';

/** What admins decide about content, and undoing it. */
@Module({
  imports: [ActsModule, HttpModule, PhotosModule],
  controllers: [
    ActsController,
    AdminBoostsController,
    AdminPicturesController,
    CommentsModerationController,
    CountsController,
    PostsListController,
    PostsModerationController,
    ReportsModerationController,
  ],
  providers: [OwnActDeadlines, RemovedPosts, ShownActs],
  exports: [ShownActs],
})
export class ModerationModule {}
