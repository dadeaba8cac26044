import { BadRequestException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { imageIn } from '../../src/api/http/image-form.js';

const WHOLE = { complete: true, destroyed: false };
const CUT_OFF = { complete: false, destroyed: true };

/** A request whose form fails to parse with this error. */
function failing(error: Error, raw = WHOLE): FastifyRequest {
  return {
    isMultipart: () => true,
    // oxlint-disable-next-line require-yield
    async *parts() {
      throw error;
    },
    raw,
  } as unknown as FastifyRequest;
}

describe('an unreadable form', () => {
  it.each([
    new Error('The platform gave no information on the transform of the form'),
    new Error('reached the end of the file, aborted'),
    new TypeError('multipart is not a function'),
    Object.assign(new Error('no form data'), { code: 'FST_NO_FORM_DATA', statusCode: 500 }),
  ])('does not blame the client for an internal error: %s', async (error) => {
    await expect(imageIn(failing(error), 'image')).rejects.toBe(error);
  });

  it('is rejected when the client has disconnected', async () => {
    const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    await expect(imageIn(failing(error, CUT_OFF), 'image')).rejects.toThrow(
      new BadRequestException('The upload broke off. Please try again.'),
    );
    await expect(imageIn(failing(error), 'image')).rejects.toBe(error);
  });
});
