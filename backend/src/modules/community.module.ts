import { Module } from '@nestjs/common';
import { CommentLikesController } from '../api/community/comment-likes.controller.js';
import { Commenting } from '../api/community/commenting.service.js';
import { CommentsController } from '../api/community/comments.controller.js';
import { LikesController } from '../api/community/likes.controller.js';
import { MarksController } from '../api/community/marks.controller.js';
import { RatingsController } from '../api/community/ratings.controller.js';
import { ReportsController } from '../api/community/reports.controller.js';
import { Facts } from '../api/community/facts.service.js';
import { TextCheck } from '../api/texts/text-check.js';
import { CommentLikesReader } from '../projections/comments/comment-likes.js';
import { CommentsReader } from '../projections/comments/comments.js';
import { LikesReader } from '../projections/likes.js';
import { RatingsReader } from '../projections/ratings.js';
import { HttpModule } from './http.module.js';
import { LeaderboardModule } from './leaderboard.module.js';
import { PeopleModule } from './people.module.js';

const READERS = [CommentLikesReader, CommentsReader, LikesReader, RatingsReader];

@Module({
  imports: [HttpModule, LeaderboardModule, PeopleModule],
  controllers: [
    CommentLikesController,
    CommentsController,
    LikesController,
    MarksController,
    RatingsController,
    ReportsController,
  ],
  providers: [...READERS, Commenting, Facts, TextCheck],
  exports: [...READERS, Facts, TextCheck],
})
export class CommunityModule {}
