import { Module } from '@nestjs/common';
import { ActsController } from '../api/moderation/acts.controller.js';
import { AdminPicturesController } from '../api/moderation/admin-pictures.controller.js';
import { NamedPeople } from '../api/moderation/named-people.service.js';
import { PostDetails } from '../api/moderation/post-details.service.js';
import { PostsListController } from '../api/moderation/posts-list.controller.js';
import { PostsModerationController } from '../api/moderation/posts-moderation.controller.js';
import { ShownActs } from '../api/moderation/shown-acts.service.js';
import { acts } from '../projections/acts/acts.projection.js';
import { ActsReader } from '../projections/acts/acts.reader.js';
import { moderatedPosts } from '../projections/moderated-posts/moderated-posts.projection.js';
import { ModeratedPostsReader } from '../projections/moderated-posts/moderated-posts.reader.js';
import type { Capability } from './capability.js';
import { CommunityModule } from './community.module.js';
import { HttpModule } from './http.module.js';
import { PeopleModule } from './people.module.js';
import { PhotosModule } from './photos.module.js';

/** What admins decide about content, and undoing it. */
@Module({
  imports: [CommunityModule, HttpModule, PeopleModule, PhotosModule],
  controllers: [ActsController, AdminPicturesController, PostsListController, PostsModerationController],
  providers: [ActsReader, ModeratedPostsReader, NamedPeople, PostDetails, ShownActs],
  exports: [ActsReader, ModeratedPostsReader, ShownActs],
})
export class ModerationModule {}

export const moderationCapability: Capability = {
  module: ModerationModule,
  aggregates: [],
  views: [acts, moderatedPosts],
  reactions: [],
};
