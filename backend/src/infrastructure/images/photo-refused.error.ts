const STATUS_BY_CODE = {
  photo_empty: 400,
  photo_too_large: 413,
  photo_format: 422,
  photo_animated: 422,
  photo_too_many_pixels: 422,
  photo_unreadable: 422,
} as const;

export type PhotoRefusalCode = keyof typeof STATUS_BY_CODE;

/** The upload is not an acceptable photo. The message is a full sentence for the person who uploaded it. */
export class PhotoRefusedError extends Error {
  override readonly name = 'PhotoRefusedError';
  readonly status: 400 | 413 | 422;

  constructor(
    readonly code: PhotoRefusalCode,
    message: string,
  ) {
    super(message);
    this.status = STATUS_BY_CODE[code];
  }
}
