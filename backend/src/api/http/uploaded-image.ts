import { BadRequestException, type HttpException, PayloadTooLargeException } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import { LARGEST_UPLOAD, TOO_LARGE } from '../../shared/photo-file.js';

/** Messages of the multipart parser for incomplete bodies; it has no error codes for them. */
const NOT_WHOLE: ReadonlySet<string> = new Set([
  'Unexpected end of multipart data',
  'Part terminated early due to unexpected end of multipart data',
]);
/** Its messages for a boundary that is missing or too long. */
const NO_BOUNDARY: ReadonlySet<string> = new Set([
  'Multipart: Boundary not found',
  'The needle cannot have a length bigger than 256.',
]);

/**
 * Reads the one file of a multipart body, which must be in the named field.
 * @throws HttpException (400, 413) for any other or incomplete body; other errors unchanged
 */
export async function imageIn(request: FastifyRequest, field: string): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new BadRequestException(`Please send the photo as a form upload, in the field "${field}".`);
  }
  let bytes: Buffer | null = null;
  try {
    for await (const part of request.parts({
      limits: { fileSize: LARGEST_UPLOAD, files: 1, fields: 10, fieldSize: 1000 },
    })) {
      if (part.type === 'file') bytes = await read(part, field);
    }
  } catch (error) {
    throw refusalOf(error, request) ?? error;
  }
  if (!bytes) throw new BadRequestException(`Please choose a photo: the field "${field}" is missing.`);
  return bytes;
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
