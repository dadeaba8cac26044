import { Module } from '@nestjs/common';
import { RatersController } from '../api/rating-fraud/raters.controller.js';
import { ActsModule } from './acts.module.js';
import { HttpModule } from './http.module.js';

/** Ratings that look as if they were meant to move the board, and excluding them. */
@Module({
  imports: [ActsModule, HttpModule],
  controllers: [RatersController],
})
export class RatingFraudModule {}
