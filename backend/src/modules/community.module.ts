import { Module } from '@nestjs/common';
import { CommentLikesController, LikesController } from '../api/community/likes.controller.js';
import { Commenting, CommentsController } from '../api/community/comments.controller.js';
import { MarksController } from '../api/community/marks.controller.js';
import { RatingsController } from '../api/community/ratings.controller.js';
import { ReportsController } from '../api/community/reports.controller.js';
import { Facts } from '../api/community/facts.service.js';
import { TextCheck } from '../api/texts/text-check.js';
import { HttpModule } from './http.module.js';

@Module({
  imports: [HttpModule],
  controllers: [
    CommentLikesController,
    CommentsController,
    LikesController,
    MarksController,
    RatingsController,
    ReportsController,
  ],
  providers: [Commenting, Facts, TextCheck],
  exports: [Facts, TextCheck],
})
export class CommunityModule {}
