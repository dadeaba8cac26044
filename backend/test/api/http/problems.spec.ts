import { BadRequestException, HttpException, NotFoundException } from '@nestjs/common';
import { errorResponseOf } from '../../../src/api/http/error.filter.js';
import { InvalidRequestException, validationPipe } from '../../../src/api/http/validation.js';
import { Type } from 'class-transformer';
import { IsInt, IsString, Min, MinLength, ValidateNested } from 'class-validator';
import { type Refusal, Rejected } from '../../../src/kernel/aggregate.js';
import { DocumentStoreUnavailableError } from '../../../src/kernel/document-store.js';
import { EventLogUnavailableError } from '../../../src/kernel/event-log.js';
import { KeyMissingError } from '../../../src/kernel/key-ring.js';
import { UndecodableError } from '../../../src/kernel/undecodable.js';
import { PhotoRefusedError } from '../../../src/infrastructure/images/photo-refused.error.js';
import { isOutage } from '../../../src/infrastructure/circuit-breaker/outage.js';
import { JudgeUnavailableError } from '../../../src/infrastructure/judge/photo-judge.port.js';

describe('the error response', () => {
  it.each<[Refusal, number, string]>([
    ['invalid', 400, 'invalid'],
    ['forbidden', 403, 'forbidden'],
    ['notFound', 404, 'not_found'],
    ['conflict', 409, 'conflict'],
  ])('for a rejection of kind %s has its message and status %i', (refusal, status, code) => {
    expect(errorResponseOf(new Rejected(refusal, 'Because.'))).toEqual({ status, code, message: 'Because.' });
  });

  it('for a refused photo has the message, status and code of the refusal', () => {
    expect(errorResponseOf(new PhotoRefusedError('photo_animated', 'It moves.'))).toEqual({
      status: 422,
      code: 'photo_animated',
      message: 'It moves.',
    });
  });

  it('for an unavailable judge asks to try again, without the cause', () => {
    const problem = errorResponseOf(new JudgeUnavailableError('the key sk-1 was turned down'));
    expect(problem).toMatchObject({ status: 503, code: 'unavailable' });
    expect(problem.message).not.toContain('sk-1');
  });

  it.each([
    new EventLogUnavailableError('disk /data full'),
    new DocumentStoreUnavailableError('no /data/views'),
    new KeyMissingError('ProfileChanged', 'ann'),
    new UndecodableError({
      id: '1',
      stream: 'account-ann',
      position: 1,
      type: 'ProfileChanged',
      reason: 'torn',
    }),
  ])('for an unavailable store, key or stream asks to try again, without the cause', (error) => {
    expect(errorResponseOf(error)).toEqual({
      status: 503,
      code: 'unavailable',
      message: 'This is not available right now. Please try again in a moment.',
    });
  });

  it.each([
    ['ENOSPC', 'storage_full'],
    ['EDQUOT', 'storage_full'],
    ['EFBIG', 'storage_full'],
    ['SQLITE_FULL', 'storage_full'],
    ['EMFILE', 'busy'],
    ['ENFILE', 'busy'],
    ['SQLITE_CANTOPEN', 'busy'],
    ['SQLITE_IOERR_WRITE', 'storage_failed'],
    ['SQLITE_READONLY_DBMOVED', 'storage_failed'],
    ['EIO', 'storage_failed'],
    ['EROFS', 'storage_failed'],
  ])('for a write that fails with %s is 503, and 507 for an upload, also as a cause', (code, known) => {
    const failure = Object.assign(new Error('no /data'), { code });
    for (const error of [failure, new EventLogUnavailableError('nothing was written', { cause: failure })]) {
      expect(errorResponseOf(error)).toMatchObject({ status: 503, code: known });
      expect(errorResponseOf(error, true)).toEqual({
        status: 507,
        code: 'storage_full',
        message: "Your picture can't be saved right now. Please try again later.",
      });
      expect(isOutage(error)).toBe(true);
    }
    expect(errorResponseOf(failure).message).toMatch(/Please try again/);
  });

  it('for other failures of the system is 500', () => {
    for (const code of ['ENOENT', 'SQLITE_ERROR', 'SQLITE_CONSTRAINT_UNIQUE', 'toString']) {
      expect(errorResponseOf(Object.assign(new Error('no'), { code }), true)).toMatchObject({ status: 500 });
    }
  });

  it('for an exception of a controller has its message, and its code if it has one', () => {
    expect(errorResponseOf(new NotFoundException('Post not found'))).toEqual({
      status: 404,
      code: 'not_found',
      message: 'Post not found',
    });
    const blocked = new HttpException({ message: 'Not today.', code: 'uploads_blocked' }, 403);
    expect(errorResponseOf(blocked)).toEqual({ status: 403, code: 'uploads_blocked', message: 'Not today.' });
  });

  it('for a field error of a controller has the message at that field', () => {
    const refused = { message: 'Not so.', code: 'text_refused', errors: { bio: ['Not so.'] } };
    expect(errorResponseOf(new HttpException(refused, 422))).toEqual({ status: 422, ...refused });
  });

  it('for an unknown address or an unreadable body has our message, not the message of the framework', () => {
    expect(errorResponseOf(new NotFoundException('Cannot GET /api/x')).message).toBe(
      'There is nothing here.',
    );
    const unreadable = new BadRequestException('Unexpected token } in JSON', { cause: new SyntaxError('x') });
    expect(errorResponseOf(unreadable).message).toBe(
      'The request could not be read. Please check the data that you sent.',
    );
  });

  it.each([
    [new TypeError('secret is undefined')],
    [new HttpException('secret', 500)],
    ['secret'],
    [null],
    [undefined],
  ])('for an internal error (%p) reveals nothing (V13.4.2, V16.5.1)', (error) => {
    expect(errorResponseOf(error)).toEqual({
      status: 500,
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
    });
  });
});

describe('validation of a request', () => {
  class Size {
    @Min(1, { message: 'Too small' })
    @IsInt({ message: 'No whole number' })
    readonly width!: number;
  }

  class Order {
    @MinLength(2, { message: 'Too short' })
    @IsString({ message: 'No text' })
    readonly name!: string;

    @ValidateNested()
    @Type(() => Size)
    readonly size!: Size;
  }

  const check = (body: unknown) => validationPipe().transform(body, { type: 'body', metatype: Order });

  it('returns the request class without unknown fields (V15.3.3)', async () => {
    const order = await check({ name: 'Ann', size: { width: 3, depth: 1 }, isAdmin: true });
    expect(order).toBeInstanceOf(Order);
    expect(order).toEqual({ name: 'Ann', size: { width: 3 } });
  });

  it('names each invalid field by its path, with the first error', async () => {
    const error = await check({ name: 7, size: { width: 0 } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidRequestException);
    expect(errorResponseOf(error)).toEqual({
      status: 400,
      code: 'invalid',
      message: 'No text. Too small',
      errors: { name: ['No text'], 'size.width': ['Too small'] },
    });
  });

  it('lists a message that two fields share only once', () => {
    const ended = new InvalidRequestException({ a: ['From: please enter a day.'], b: ['To: the same.'] });
    expect(ended.message).toBe('From: please enter a day. To: the same.');
    const error = new InvalidRequestException({ a: ['Invalid saved rating'], b: ['Invalid saved rating'] });
    expect(errorResponseOf(error).message).toBe('Invalid saved rating');
  });
});
