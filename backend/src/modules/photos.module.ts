import { Module } from '@nestjs/common';
import { UploaderPipe } from '../api/photos/current-uploader.js';
import { ImagesController } from '../api/photos/images.controller.js';
import { IssuedVerdicts } from '../api/photos/issued-verdicts.service.js';
import { PhotoGate } from '../api/photos/photo-gate.js';
import { PhotoRating } from '../api/photos/photo-rating.service.js';
import { PhotosController } from '../api/photos/photos.controller.js';
import { photo } from '../domain/photo/photo.js';
import { uploader } from '../domain/photo/uploader.js';
import { PhotosReader } from '../projections/photos/photos.reader.js';
import { photos } from '../projections/photos/photos.projection.js';
import { PhotoExpiry } from '../reactions/photo-expiry.js';
import type { Capability } from './capability.js';
import { HttpModule } from './http.module.js';

/** Photos from upload to rating: the gate, the judge, and the files. */
@Module({
  imports: [HttpModule],
  controllers: [ImagesController, PhotosController],
  providers: [IssuedVerdicts, PhotoExpiry, PhotoGate, PhotoRating, PhotosReader, UploaderPipe],
  exports: [IssuedVerdicts, PhotoGate, PhotosReader],
})
export class PhotosModule {}

export const photosCapability: Capability = {
  module: PhotosModule,
  aggregates: [photo, uploader],
  views: [photos],
  reactions: ['photo-files'],
};
