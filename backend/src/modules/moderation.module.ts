import { Module } from '@nestjs/common';
import { ActsController } from '../api/moderation/acts.controller.js';
import { PostsModerationController } from '../api/moderation/posts-moderation.controller.js';
import { acts } from '../projections/acts/acts.projection.js';
import { ActsReader } from '../projections/acts/acts.reader.js';
import type { Capability } from './capability.js';
import { HttpModule } from './http.module.js';

/** What admins decide about content, and undoing it. */
@Module({
  imports: [HttpModule],
  controllers: [ActsController, PostsModerationController],
  providers: [ActsReader],
  exports: [ActsReader],
})
export class ModerationModule {}

export const moderationCapability: Capability = {
  module: ModerationModule,
  aggregates: [],
  views: [acts],
  reactions: [],
};
