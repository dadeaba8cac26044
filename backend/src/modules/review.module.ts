import { Module } from '@nestjs/common';
import { AppealsController } from '../api/review/appeals.controller.js';
import { DecidedSubjects } from '../api/review/decided-subjects.service.js';
import { OwnDecisionsController } from '../api/review/own-decisions.controller.js';
import { ReviewUseCases } from '../api/review/review-use-cases.service.js';
import { RemovedPictures } from '../api/review/removed-pictures.service.js';
import { ReviewItems } from '../api/review/review-items.service.js';
import { ReviewQueueController } from '../api/review/review-queue.controller.js';
import { ActsModule } from './acts.module.js';
import { HttpModule } from './http.module.js';
import { ModerationModule } from './moderation.module.js';
import { PhotosModule } from './photos.module.js';

/** The review queue, decisions as shown to people, and their appeals. */
@Module({
  imports: [ActsModule, HttpModule, ModerationModule, PhotosModule],
  controllers: [AppealsController, OwnDecisionsController, ReviewQueueController],
  providers: [DecidedSubjects, ReviewUseCases, ReviewItems, RemovedPictures],
})
export class ReviewModule {}
