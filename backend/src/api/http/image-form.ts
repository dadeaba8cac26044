import {
  BadRequestException,
  HttpException,
  PayloadTooLargeException,
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest, FastifyReply } from 'fastify';
import { hash } from 'node:crypto';
import { Reflector } from '@nestjs/core';
import { ApiBody, ApiConsumes, ApiResponse, ApiServiceUnavailableResponse } from '@nestjs/swagger';
import { type Observable, finalize } from 'rxjs';
import type { Crop } from '../../infrastructure/images/photo.js';
import { LARGEST_UPLOAD, TOO_LARGE } from '../../shared/photo-file.js';
import { ErrorBody } from './error-body.js';
import { senderOf } from './rate-limit-key.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { LimitSwitch } from './limits.guard.js';
import type { Sender } from './concurrency-slots.js';
import { UploadConcurrency } from './upload-concurrency.js';
import { CUT_UPLOAD, RETRY_AFTER_UPLOADS, cutRequest } from './client-error-handler.js';

/** Messages of the multipart parser for incomplete bodies; it has no error codes for them. */
const NOT_WHOLE: ReadonlySet<string> = new Set([
  'Unexpected end of multipart data',
  'Part terminated early due to unexpected end of multipart data',
]);
const DECIMAL = /^-?(?:\d|\d?\.\d+)(?:e-\d{1,3})?$/i;
/** How far a crop may reach out of the picture, in fractions of its sides: what was rounded. */
const ROUNDED = 0.0001;
/** Its messages for a boundary that is missing or too long. */
const NO_BOUNDARY: ReadonlySet<string> = new Set([
  'Multipart: Boundary not found',
  'The needle cannot have a length bigger than 256.',
]);

/** The picture of a form, and the text in the field `crop`; empty without that field. */
interface ImageParts {
  readonly bytes: Buffer;
  readonly crop: string;
}

/**
 * Reads the one file of a multipart body, which must be in the named field.
 * @throws HttpException (400, 413) for any other or incomplete body; other errors unchanged
 */
export async function imageIn(request: FastifyRequest, field: string): Promise<ImageParts> {
  if (!request.isMultipart()) {
    throw new BadRequestException(`Please send the photo as a form upload, in the field "${field}".`);
  }
  let bytes: Buffer | null = null;
  let crop = '';
  try {
    for await (const part of request.parts({
      limits: { fileSize: LARGEST_UPLOAD, files: 1, fields: 10, fieldSize: 1000 },
    })) {
      if (part.type === 'file') bytes = await read(part, field);
      else if (part.fieldname === 'crop') crop = String(part.value);
    }
  } catch (error) {
    throw refusalOf(error, request) ?? error;
  }
  if (!bytes) throw new BadRequestException(`Please choose a photo: the field "${field}" is missing.`);
  return { bytes, crop };
}

/**
 * The part of the picture that a text of four fractions chooses: left, top, width and height. Null for an empty text.
 * @throws HttpException (400) for any other text
 */
function cropIn(text: string): Crop | null {
  if (text === '') return null;
  const parts = text.split(',').map((part) => (DECIMAL.test(part) ? Number(part) : Number.NaN));
  const [left = 0, top = 0, width = 0, height = 0] = parts;
  const isInside = (start: number, length: number) =>
    start >= -ROUNDED && length > 0 && start + length <= 1 + ROUNDED;
  if (parts.length === 4 && isInside(left, width) && isInside(top, height))
    return { left, top, width, height };
  throw new BadRequestException(
    'The crop must be four numbers from 0 to 1 that lie inside the picture: left, top, width, height.',
  );
}

async function read(part: MultipartFile, field: string): Promise<Buffer> {
  if (part.fieldname === field) return part.toBuffer();
  // An unread file would keep the request open.
  part.file.resume();
  // The parser passes on a file without a name, whatever its types say.
  const name = (part.fieldname as string | undefined)?.slice(0, 50);
  throw new BadRequestException(
    `The photo must come in the field "${field}"${name ? `, not "${name}"` : ''}.`,
  );
}

/** The message for a body that the parser rejects; null if the error is not the client's. */
function refusalOf(error: unknown, { raw }: FastifyRequest): HttpException | null {
  const { code = '', statusCode = 500, message = '' } = Object(error) as Partial<FastifyError>;
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return new PayloadTooLargeException(TOO_LARGE);
  }
  if (code === 'FST_FILES_LIMIT') return new BadRequestException('Please upload one photo at a time.');
  const isCutOff = raw.destroyed && !raw.complete;
  if (isCutOff || NOT_WHOLE.has(message)) {
    return new BadRequestException('The upload broke off. Please try again.');
  }
  const isOfParser = code.startsWith('FST_') && statusCode < 500;
  return isOfParser || NO_BOUNDARY.has(message)
    ? new BadRequestException('The upload could not be read. Please try again.')
    : null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The picture, behind {@link ImageForm}. */
    uploadedImage?: ImageParts;
  }
}

const FIELD = 'image-field';
/** Reads the picture of an upload, while this server has a place for it. Until the answer it counts as waiting. */
@Injectable()
class UploadInterceptor implements NestInterceptor {
  constructor(
    private readonly turns: UploadConcurrency,
    private readonly limits: LimitSwitch,
    private readonly reflector: Reflector,
    private readonly keys: IdempotencyKeys,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const field = this.reflector.get<string>(FIELD, context.getHandler());
    try {
      const sender = this.senderOf(request);
      const cut = () => cutRequest(request.server.server, request.raw, CUT_UPLOAD);
      const arrived = this.turns.arrive(sender, cut);
      const image = await imageIn(request, field).finally(arrived);
      request.uploadedImage = image;
      const work = () => next.handle().pipe(finalize(this.turns.wait(sender)));
      return await this.keys.once(
        request,
        http.getResponse<FastifyReply>(),
        () => hash('sha256', image.bytes) + image.crop,
        work,
      );
    } catch (error) {
      const isBusy = error instanceof HttpException && [429, 503].includes(error.getStatus());
      if (isBusy) http.getResponse<FastifyReply>().header('retry-after', RETRY_AFTER_UPLOADS);
      throw error;
    }
  }

  /** Without limits, each request has a sender of its own. */
  private senderOf(request: FastifyRequest): Sender {
    if (this.limits.isOn) return senderOf(request);
    const { id } = request;
    return { group: 'people', caller: id, site: id };
  }
}

const CROP = {
  type: 'string',
  example: '0.25,0,0.5,0.6667',
  description:
    'The square of the picture to keep: left, top, width and height, as fractions (0 to 1) of the width and height of the ' +
    'upright picture. The rest is neither judged nor stored. Without it, the whole picture is kept.',
};

/**
 * An action that takes a form with one picture in `field`, and may take a {@link UploadedCrop}. Answers 400 or 413 to other
 * forms, 429 or 503 to too many.
 */
export function ImageForm(field: string, { canCrop = false } = {}): MethodDecorator {
  return applyDecorators(
    SetMetadata(FIELD, field),
    UseInterceptors(UploadInterceptor),
    ApiConsumes('multipart/form-data'),
    ApiBody({
      schema: {
        type: 'object',
        required: [field],
        properties: { [field]: { type: 'string', format: 'binary' }, ...(canCrop && { crop: CROP }) },
      },
    }),
    ApiServiceUnavailableResponse({ type: ErrorBody, description: 'Too many photos are being uploaded.' }),
    ApiResponse({ status: 507, type: ErrorBody, description: 'The server has no room for the picture.' }),
  );
}

/** The bytes of the picture; only behind {@link ImageForm}. */
export const UploadedImage = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().uploadedImage?.bytes,
);

/** The part of the picture to keep; null for all of it. */
export const UploadedCrop = createParamDecorator((_: unknown, context: ExecutionContext) =>
  cropIn(context.switchToHttp().getRequest<FastifyRequest>().uploadedImage?.crop ?? ''),
);
