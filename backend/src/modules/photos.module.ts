import { Module } from '@nestjs/common';
import { LegalHolds } from '../api/photos/legal-holds.service.js';
import { RefusedUploads } from '../api/photos/refused-uploads.service.js';
import { UploaderPipe, PhotoCheck } from '../api/photos/photo-check.js';
import { BlockList } from '../api/photos/block-list.service.js';
import { BlockedPicturesController } from '../api/photos/blocked-pictures.controller.js';
import { ImagesController, PictureAccess } from '../api/photos/images.controller.js';
import { MissingPictures } from '../api/photos/missing-pictures.js';
import { Verdicts } from '../api/photos/verdicts.service.js';
import { PhotosController } from '../api/photos/photos.controller.js';
import { PhotoExpiry } from '../reactions/timers/photo-expiry.js';
import { ActsModule } from './acts.module.js';
import { HttpModule } from './http.module.js';

/** Photos from upload to verdict: the check, the judge, the block list, and the files. */
@Module({
  imports: [ActsModule, HttpModule],
  controllers: [BlockedPicturesController, ImagesController, PhotosController],
  providers: [
    BlockList,
    LegalHolds,
    RefusedUploads,
    MissingPictures,
    PhotoCheck,
    PhotoExpiry,
    PictureAccess,
    UploaderPipe,
    Verdicts,
  ],
  exports: [BlockList, LegalHolds, MissingPictures, PhotoCheck, RefusedUploads, Verdicts],
})
export class PhotosModule {}
