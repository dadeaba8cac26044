import { HttpException, HttpStatus } from '@nestjs/common';

/** The judge found something that may not be shown. */
export class PictureRefusedError extends HttpException {
  constructor(reasons: readonly string[]) {
    super(
      {
        message: `We can't take this photo: it ${reasons.join(', and ')}. Nothing was kept.`,
        code: 'picture_refused',
      },
      HttpStatus.UNPROCESSABLE_ENTITY,
    );
  }
}

/** Too many refusals within a day. */
export class UploadsBlockedError extends HttpException {
  constructor(until: Date) {
    super(
      {
        message: `Three photos were refused within a day. You can upload again after ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
        code: 'uploads_blocked',
      },
      HttpStatus.FORBIDDEN,
    );
  }
}
