import { Module } from '@nestjs/common';
import { UploaderPipe } from '../api/photos/current-uploader.js';
import { ImagesController } from '../api/photos/images.controller.js';
import { Verdicts } from '../api/photos/verdicts.service.js';
import { PhotoCheck } from '../api/photos/photo-check.js';
import { PhotosController } from '../api/photos/photos.controller.js';
import { PictureAccess } from '../api/photos/picture-access.service.js';
import { photo } from '../domain/photo/photo.js';
import { uploader } from '../domain/photo/uploader.js';
import { PhotosReader } from '../projections/photos/photos.reader.js';
import { photos } from '../projections/photos/photos.projection.js';
import { PhotoExpiry } from '../reactions/photo-expiry.js';
import type { Capability } from './capability.js';
import { HttpModule } from './http.module.js';

/** Photos from upload to verdict: the check, the judge, and the files. */
@Module({
  imports: [HttpModule],
  controllers: [ImagesController, PhotosController],
  providers: [PhotoCheck, PhotoExpiry, PhotosReader, PictureAccess, UploaderPipe, Verdicts],
  exports: [PhotoCheck, PhotosReader, Verdicts],
})
export class PhotosModule {}

export const photosCapability: Capability = {
  module: PhotosModule,
  aggregates: [photo, uploader],
  views: [photos],
  reactions: ['photo-files'],
};
