import { Module } from '@nestjs/common';
import { RatersController } from '../api/raters/raters.controller.js';
import { SuspiciousRatings } from '../api/raters/suspicious-ratings.service.js';
import { rater } from '../domain/rating/rater.js';
import { raterPairs } from '../projections/raters/rater-pairs.projection.js';
import { RatersReader } from '../projections/raters/raters.reader.js';
import { raters } from '../projections/raters/raters.projection.js';
import { WhatIfReader } from '../projections/raters/what-if.reader.js';
import type { Capability } from './capability.js';
import { CommunityModule } from './community.module.js';
import { HttpModule } from './http.module.js';
import { PeopleModule } from './people.module.js';

/** Ratings that look as if they were meant to move the board, and excluding them. */
@Module({
  imports: [HttpModule, CommunityModule, PeopleModule],
  controllers: [RatersController],
  providers: [RatersReader, WhatIfReader, SuspiciousRatings],
})
export class RatersModule {}

export const ratersCapability: Capability = {
  module: RatersModule,
  aggregates: [rater],
  views: [raters, raterPairs],
  reactions: ['excluded-ratings'],
};
