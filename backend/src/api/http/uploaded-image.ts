import { BadRequestException, type HttpException, PayloadTooLargeException } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { Crop } from '../../infrastructure/images/photo.js';
import { LARGEST_UPLOAD, TOO_LARGE } from '../../shared/photo-file.js';

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
export interface ImageParts {
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
export function cropIn(text: string): Crop | null {
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
