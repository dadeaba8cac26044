import type { PhotoRefusal } from '../../shared/photo-file.js';

/** The upload is not an acceptable photo. The message is a full sentence for the person who uploaded it. */
export class PhotoRefusedError extends Error {
  override readonly name = 'PhotoRefusedError';
  readonly status: 400 | 413 | 422;

  constructor(
    readonly code: PhotoRefusal['code'],
    message: string,
  ) {
    super(message);
    this.status = code === 'photo_empty' ? 400 : code === 'photo_too_large' ? 413 : 422;
  }
}
