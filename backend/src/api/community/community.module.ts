import { Module } from '@nestjs/common';
import {
  FindCommentFactsHandler,
  FindCommentsOnHandler,
  FindRepliesToHandler,
} from '../../projections/comments/comment-facts.queries.js';
import {
  FindCommentLikesOfHandler,
  LikesCommentHandler,
} from '../../projections/comments/comment-likes.queries.js';
import { FindCommentsHandler, FindCommentsOfHandler } from '../../projections/comments/comments.queries.js';
import { FindPostFactsHandler } from '../../projections/leaderboard/post-facts.queries.js';
import { FindLikesOfHandler, LikesPostHandler } from '../../projections/likes/likes.queries.js';
import { FindRatingByHandler, FindRatingsOfHandler } from '../../projections/ratings/ratings.queries.js';
import { HttpModule } from '../http/http.module.js';
import { TextGate } from '../texts/text-gate.js';
import { CommentLikesController } from './comment-likes.controller.js';
import { Commenting } from './commenting.service.js';
import { CommentsController } from './comments.controller.js';
import { LikesController } from './likes.controller.js';
import { RatingsController } from './ratings.controller.js';
import { ReportsController } from './reports.controller.js';
import { Subjects } from './subjects.service.js';

const QUERY_HANDLERS = [
  FindCommentFactsHandler,
  FindCommentLikesOfHandler,
  FindCommentsHandler,
  FindCommentsOfHandler,
  FindCommentsOnHandler,
  FindLikesOfHandler,
  FindPostFactsHandler,
  FindRatingByHandler,
  FindRatingsOfHandler,
  FindRepliesToHandler,
  LikesCommentHandler,
  LikesPostHandler,
];

/**
 * What people do with others' posts: rate, like, comment, report. Needs the buses, Views, States, Ids, TextModeration and
 * somebody who answers PublicPeople.
 */
@Module({
  imports: [HttpModule],
  controllers: [
    CommentLikesController,
    CommentsController,
    LikesController,
    RatingsController,
    ReportsController,
  ],
  providers: [Commenting, Subjects, TextGate, ...QUERY_HANDLERS],
})
export class CommunityModule {}
