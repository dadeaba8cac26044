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
import { blockedPicture } from '../domain/moderation/blocked-picture.js';
import { photo } from '../domain/photo/photo.js';
import { uploader } from '../domain/photo/uploader.js';
import { blockedPictures } from '../projections/moderation/blocked-pictures.projection.js';
import { EscalatedPostsReader } from '../projections/moderated-posts/escalated-posts.reader.js';
import { BlockedPicturesReader } from '../projections/moderation/blocked-pictures.reader.js';
import { PhotosReader } from '../projections/photos/photos.reader.js';
import { photos } from '../projections/photos/photos.projection.js';
import { PhotoExpiry } from '../reactions/timers/photo-expiry.js';
import type { Capability } from './capability.js';
import { HttpModule } from './http.module.js';
import { LeaderboardModule } from './leaderboard.module.js';

/** Photos from upload to verdict: the check, the judge, the block list, and the files. */
@Module({
  imports: [HttpModule, LeaderboardModule],
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

export const photosCapability: Capability = {
  module: PhotosModule,
  aggregates: [photo, uploader, blockedPicture],
  views: [photos, blockedPictures],
  reactions: ['photo-files', 'blocked-pictures'],
};
