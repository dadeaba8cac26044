import type { Crop, UploadedPhoto } from './photo.js';

/** Normalises photos for the photo check. */
export abstract class PhotoNormaliser {
  /** As `normalisePhoto` in `photo.ts`. */
  abstract normalise(bytes: Buffer, crop: Crop | null): Promise<UploadedPhoto>;
}
