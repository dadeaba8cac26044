import {
  BadRequestException,
  type ExecutionContext,
  PayloadTooLargeException,
  createParamDecorator,
} from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../infrastructure/images/photo.js';

/**
 * The bytes of the one file of a multipart body, which must come in the named field. Answers 400 or 413
 * otherwise.
 */
export const UploadedImage = createParamDecorator(async (field: string, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (!request.isMultipart()) {
    throw new BadRequestException(`Please send the photo as a form upload, in the field "${field}".`);
  }
  let bytes: Buffer | null = null;
  try {
    for await (const part of request.parts({
      limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, fieldSize: 1000 },
    })) {
      if (part.type === 'file') bytes = await read(part, field);
    }
  } catch (error) {
    throw refusal(error);
  }
  if (!bytes) throw new BadRequestException(`Please choose a photo: the field "${field}" is missing.`);
  return bytes;
});

async function read(part: MultipartFile, field: string): Promise<Buffer> {
  if (part.fieldname === field) return part.toBuffer();
  // An unread file would keep the request from ending.
  part.file.resume();
  throw new BadRequestException(
    `The photo must come in the field "${field}", not "${part.fieldname.slice(0, 50)}".`,
  );
}

/** What the multipart parser throws, in words for people. */
function refusal(error: unknown): unknown {
  const code = (error as { code?: string }).code;
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return new PayloadTooLargeException('The photo is larger than 10 MB. Please choose a smaller one.');
  }
  if (code === 'FST_FILES_LIMIT') return new BadRequestException('Please upload one photo at a time.');
  if (code?.startsWith('FST_'))
    return new BadRequestException('The upload could not be read. Please try again.');
  if (
    error instanceof Error &&
    /multipart|form|end of|aborted/i.test(error.message) &&
    !('status' in error)
  ) {
    return new BadRequestException('The upload broke off. Please try again.');
  }
  return error;
}
