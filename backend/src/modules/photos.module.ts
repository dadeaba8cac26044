import { Module } from '@nestjs/common';
import { LegalHolds } from '../api/photos/legal-holds.service.js';
import { UploaderPipe } from '../api/photos/current-uploader.js';
import { BlockList } from '../api/photos/block-list.service.js';
import { BlockedPicturesController } from '../api/photos/blocked-pictures.controller.js';
import { ImagesController } from '../api/photos/images.controller.js';
import { Verdicts } from '../api/photos/verdicts.service.js';
import { PhotoCheck } from '../api/photos/photo-check.js';
import { PhotosController } from '../api/photos/photos.controller.js';
import { PictureAccess } from '../api/photos/picture-access.service.js';
import { EscalatedPostsReader } from '../projections/moderated-posts.js';
import { BlockedPicturesReader } from '../projections/moderation/blocked-pictures.js';
import { PhotosReader } from '../projections/photos/photos.js';
import { PhotoExpiry } from '../reactions/timers/photo-expiry.js';
import { ActsModule } from './acts.module.js';
import { HttpModule } from './http.module.js';
import { LeaderboardModule } from './leaderboard.module.js';

/** Photos from upload to verdict: the check, the judge, the block list, and the files. */
@Module({
  imports: [ActsModule, HttpModule, LeaderboardModule],
  controllers: [BlockedPicturesController, ImagesController, PhotosController],
  providers: [
    BlockList,
    BlockedPicturesReader,
    EscalatedPostsReader,
    LegalHolds,
    PhotoCheck,
    PhotoExpiry,
    PhotosReader,
    PictureAccess,
    UploaderPipe,
    Verdicts,
  ],
  exports: [BlockList, LegalHolds, PhotoCheck, PhotosReader, Verdicts],
})
export class PhotosModule {}
