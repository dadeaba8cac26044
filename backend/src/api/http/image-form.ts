import { hash } from 'node:crypto';
import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBody, ApiConsumes, ApiResponse, ApiServiceUnavailableResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, finalize } from 'rxjs';
import { ErrorBody } from './error-body.js';
import { senderOf } from './rate-limit-key.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { LimitSwitch } from './limits.guard.js';
import { cropIn, type ImageParts, imageIn } from './uploaded-image.js';
import type { Sender } from './concurrency-slots.js';
import { UploadConcurrency } from './upload-concurrency.js';
import { CUT_UPLOAD, RETRY_AFTER_UPLOADS, cutRequest } from './client-error-handler.js';

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
