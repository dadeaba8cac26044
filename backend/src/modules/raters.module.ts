import { Module } from '@nestjs/common';
import { RatersController } from '../api/raters/raters.controller.js';
import { SuspiciousRatings } from '../api/raters/suspicious-ratings.service.js';
import { RatersReader } from '../projections/raters/raters.js';
import { WhatIfReader } from '../projections/raters/what-if.reader.js';
import { ActsModule } from './acts.module.js';
import { CommunityModule } from './community.module.js';
import { HttpModule } from './http.module.js';
import { PeopleModule } from './people.module.js';

/** Ratings that look as if they were meant to move the board, and excluding them. */
@Module({
  imports: [ActsModule, HttpModule, CommunityModule, PeopleModule],
  controllers: [RatersController],
  providers: [RatersReader, WhatIfReader, SuspiciousRatings],
})
export class RatersModule {}
